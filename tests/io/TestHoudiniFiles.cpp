// Files as Houdini writes them, byte by byte.
#include "IoSupport.h"
#include "io/ParticleFile.h"

using namespace firn;

namespace {

using HoudiniFiles = IoTest;

/// Builds binary JSON by hand, independently of the writer.
struct Binary {
    std::string bytes = std::string("\x7fNSJb", 5);

    Binary& token(int t) { return bytes += char(t), *this; }
    Binary& begin() { return token(0x5b); }
    Binary& end() { return token(0x5d); }
    Binary& text(const std::string& words) { return token(0x27).token(int(words.size())), bytes += words, *this; }
    Binary& define(int id, const std::string& words)
    {
        return token(0x2b).token(id).token(int(words.size())), bytes += words, *this;
    }
    Binary& refer(int id) { return token(0x26).token(id); }
    Binary& byte(int value) { return token(0x11).token(value); }
    template <class T> Binary& packed(int type, const std::vector<T>& values)
    {
        token(0x40).token(type).token(int(values.size()));
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
        return *this;
    }
};

/// Five points in pages of two. P has four components packed [3, 1]; the last component's first page is constant.
std::string tinyBgeo()
{
    Binary b;
    b.begin();
    b.text("fileversion").text("20.5.332").text("hasindex").token(0x30);
    b.text("pointcount").byte(5).text("vertexcount").byte(0).text("primitivecount").byte(2);
    b.text("info").token(0x7b).text("software").text("Houdini").end().bytes.back() = char(0x7d);
    b.text("topology").begin().text("pointref").begin().text("indices").packed<int32_t>(0x13, {}).end().end();
    b.text("attributes").begin().text("pointattributes").begin();

    b.begin(); // P
    b.begin().define(1, "scope").refer(1).text("public").define(2, "type").refer(2).define(3, "numeric").refer(3);
    b.define(4, "name").refer(4).text("P");
    b.text("options").token(0x7b).refer(2).token(0x7b).refer(2).text("string").text("value").text("hpoint");
    b.token(0x7d).token(0x7d).end();
    b.begin().define(5, "size").refer(5).byte(4).define(6, "storage").refer(6).define(7, "fpreal32").refer(7);
    b.text("defaults")
        .begin()
        .refer(5)
        .byte(1)
        .refer(6)
        .text("fpreal64")
        .text("values")
        .packed<double>(0x1a, {0})
        .end();
    b.text("values").begin().refer(5).byte(4).refer(6).refer(7).text("packing").packed<uint8_t>(0x21, {3, 1});
    b.text("pagesize").byte(2);
    // Flags are bits of a 32-bit word; an empty list means that no page is constant.
    b.text("constantpageflags").begin().begin().end().token(0x40).token(0x10).token(3);
    b.bytes += std::string("\x01\0\0\0", 4);
    b.end();
    b.text("rawpagedata")
        .packed<float>(0x19, {0, 1, 2, 10, 11, 12, /*w*/ 1, 20, 21, 22, 30, 31, 32, /*w*/ 1, 1, 40, 41, 42, /*w*/ 1});
    b.end().end().end();

    b.begin(); // half floats
    b.begin()
        .refer(1)
        .text("public")
        .refer(2)
        .refer(3)
        .refer(4)
        .text("h")
        .text("options")
        .token(0x7b)
        .token(0x7d)
        .end();
    b.begin()
        .refer(5)
        .byte(1)
        .refer(6)
        .text("fpreal16")
        .text("values")
        .begin()
        .refer(5)
        .byte(1)
        .refer(6)
        .text("fpreal16");
    b.text("arrays").begin().packed<uint16_t>(0x18, {0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00}).end().end().end().end();

    b.begin(); // a text, its indices in tuples
    b.begin().refer(1).text("public").refer(2).text("string").refer(4).text("name").text("options").token(0x7b);
    b.token(0x7d).end();
    b.begin().refer(5).byte(1).refer(6).text("int32").text("strings").token(0x40).token(0x27).token(2).token(1);
    b.bytes += "a";
    b.token(2).bytes += "bc";
    b.text("indices").begin().refer(5).byte(1).refer(6).text("int32").text("arrays").begin();
    b.packed<int8_t>(0x11, {0, 1, -1, 7, 0}).end().end().end().end();

    b.end().end(); // of pointattributes and attributes
    b.text("primitives").begin().end();
    b.text("pointgroups").begin().begin().begin().text("name").text("g").end().begin().end().end().end();
    b.text("later").token(0x00).text("more").token(0x14).bytes += std::string(8, 'x');
    return b.end().bytes;
}

} // namespace

TEST_F(HoudiniFiles, BinaryPagesTokensAndPackingAreRead)
{
    writeFile(path("h.bgeo"), tinyBgeo());
    const ParticleFile file = readParticles(path("h.bgeo"));
    ASSERT_EQ(file.particles.size(), 5u);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(file.particles.P()[std::size_t(i)], Vec3f(float(10 * i), float(10 * i + 1), float(10 * i + 2))) << i;
    EXPECT_FALSE(file.verified);
    EXPECT_EQ(file.particles.id()[4], 4);
    EXPECT_EQ(file.particles.v()[4], Vec3f::Zero());
}

TEST_F(HoudiniFiles, HalfFloatsAreWidenedExactly)
{
    const ParticleFile file = parseGeo(bytesOf(tinyBgeo()), "h");
    const auto h = file.particles.get<float>("h");
    EXPECT_EQ(h[0], 1.0f);
    EXPECT_EQ(h[1], -2.0f);
    EXPECT_EQ(h[2], 0x1p-24f); // the smallest half
    EXPECT_EQ(h[3], 65504.0f); // the largest
    EXPECT_EQ(h[4], std::numeric_limits<float>::infinity());
}

TEST_F(HoudiniFiles, TextIndicesOutsideTheTableAreEmpty)
{
    const ParticleFile file = parseGeo(bytesOf(tinyBgeo()), "h");
    const Column* name = file.particles.find("name");
    EXPECT_EQ(name->words(), (std::vector<std::string>{"a", "bc"}));
    const auto index = name->values<int32_t>();
    EXPECT_EQ(std::vector<int32_t>(index.begin(), index.end()), (std::vector<int32_t>{0, 1, -1, -1, 0}));
}

TEST_F(HoudiniFiles, WhatIsLeftOutIsNoted)
{
    std::string notes;
    for (const auto& note : parseGeo(bytesOf(tinyBgeo()), "h").notes) notes += note + "\n";
    EXPECT_NE(notes.find("2 primitives"), std::string::npos);
    EXPECT_NE(notes.find("pointgroups"), std::string::npos);
    EXPECT_NE(notes.find("'P' is 4 x float32"), std::string::npos);
}

TEST_F(HoudiniFiles, TextFormWithTuplesAndDetails)
{
    const std::string text = R"([
        "fileversion","20.5.332", "hasindex",false, "pointcount",2, "vertexcount",0, "primitivecount",0,
        "info",{"software":"Houdini \u00e5","unknown":[{"deep":[1,2,{}]}]},
        "topology",["pointref",["indices",[]]],
        "attributes",["vertexattributes",[],"pointattributes",[
          [["scope","public","type","numeric","name","P","options",{"type":{"type":"string","value":"point"}}],
           ["size",3,"storage","fpreal32","defaults",["size",1,"storage","fpreal64","values",[0]],
            "values",["size",3,"storage","fpreal32","tuples",[[1,2.5,-3e-2],[0.1,1e-42,-0]]]]],
          [["scope","public","type","numeric","name","id","options",{}],
           ["size",1,"storage","int32","values",["size",1,"storage","int32","arrays",[[7,3]]]]],
          [["scope","public","type","numeric","name","flag","options",{}],
           ["size",1,"storage","uint8","values",["size",1,"storage","uint8","arrays",[[true,2]]]]],
          [["scope","public","type","arraydata","name","list","options",{}],["whatever",[]]],
          [["scope","public","type","numeric","name","big","options",{}],
           ["size",1,"storage","int64","values",["size",1,"storage","int64","pagesize",1024,
            "rawpagedata",[9007199254740993,-9223372036854775808]]]]
        ],"globalattributes",[
          [["scope","public","type","numeric","name","firn_frame","options",{}],
           ["size",1,"storage","int64","values",["size",1,"storage","int64","arrays",[[12]]]]]
        ]],
        "primitives",[]
    ])";
    const ParticleFile file = parseGeo(bytesOf(text), "h");
    EXPECT_EQ(file.format, ParticleFormat::Geo);
    EXPECT_EQ(file.particles.P()[0], Vec3f(1, 2.5f, -0.03f));
    EXPECT_EQ(file.particles.P()[1], Vec3f(0.1f, 1e-42f, -0.0f));
    EXPECT_EQ(file.particles.id()[0], 7);
    EXPECT_EQ(file.particles.nextId(), 8);
    EXPECT_EQ(file.particles.get<int32_t>("flag")[1], 2);
    EXPECT_EQ(file.particles.get<int64_t>("big")[0], 9007199254740993); // beyond a double's 53 bits
    EXPECT_EQ(file.particles.get<int64_t>("big")[1], std::numeric_limits<int64_t>::min());
    EXPECT_EQ(file.info.frame, 12);
    EXPECT_EQ(file.particles.find("list"), nullptr);
}

TEST_F(HoudiniFiles, CompressedAndOldFormatsSayWhatToDo)
{
    const auto says = [](const std::string& bytes) { return refusal([&] { parseParticles(bytesOf(bytes), "f"); }); };
    EXPECT_NE(says("scf1........").find("hsc"), std::string::npos);
    EXPECT_NE(says("\x1f\x8b.........").find("gunzip"), std::string::npos);
    EXPECT_NE(says("BgeoV\0\0\0\5").find("before Houdini 12"), std::string::npos);
    EXPECT_NE(says("PGEOMETRY V5\n").find("before Houdini 12"), std::string::npos);
    EXPECT_NE(says("\x7f"
                   "bJSN[")
                  .find("big-endian"),
              std::string::npos);
    EXPECT_NE(says("hello").find("not a particle file"), std::string::npos);
}

TEST_F(HoudiniFiles, RepeatedIdsAreRefusedByName)
{
    const std::string text = R"(["pointcount",2,"attributes",["pointattributes",[
        [["type","numeric","name","P"],["values",["size",3,"storage","fpreal32","tuples",[[0,0,0],[1,1,1]]]]],
        [["type","numeric","name","id"],["values",["size",1,"storage","int32","arrays",[[5,5]]]]]]]])";
    const std::string message = refusal([&] { parseGeo(bytesOf(text), "file.geo"); });
    EXPECT_NE(message.find("file.geo"), std::string::npos);
    EXPECT_NE(message.find("5 more than once"), std::string::npos) << message;
}

TEST_F(HoudiniFiles, OurBgeoBeginsWithTheBytesHoudiniExpects)
{
    Particles particles;
    particles.append(2);
    writeParticles(path("a"), particles, {}, ParticleFormat::Bgeo);
    const std::string bytes = readFile(path("a"));
    const std::string start = std::string("\x7fNSJb", 5) + "[" + "\x27\x0b" + "fileversion";
    EXPECT_EQ(bytes.substr(0, start.size()), start);
    EXPECT_EQ(bytes.back(), ']');
    // P: token, uniform array of 32-bit reals, six of them, then the numbers.
    const std::size_t raw = bytes.find("rawpagedata") + 11;
    EXPECT_EQ(bytes.substr(raw, 3), std::string("\x40\x19\x06"));
}
