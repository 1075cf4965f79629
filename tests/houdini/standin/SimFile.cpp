// Stand-in: data to and from streams, as .sim files hold it.
#include <GA/GA_AIFTuple.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_Options.h>
#include <UT/UT_OStream.h>

#include <stdexcept>

namespace {

void put(std::ostream& os, int64 number) { UT_OStream(os, UT_IOS_BINARY).bwrite(&number); }
void put(std::ostream& os, const std::string& words)
{
    put(os, int64(words.size()));
    os.write(words.data(), std::streamsize(words.size()));
}

int64 number(UT_IStream& is)
{
    int64 value = 0;
    is.bread(&value);
    if (is.isError()) throw std::runtime_error("the .sim file ends too early");
    return value;
}

std::string words(UT_IStream& is)
{
    const int64 count = number(is);
    if (count < 0 || count > (int64(1) << 30)) throw std::runtime_error("the .sim file is damaged");
    std::string text(std::size_t(count), '\0');
    if (count > 0) is.bread(&text[0], count);
    if (is.isError()) throw std::runtime_error("the .sim file ends too early");
    return text;
}

void saveAttribute(std::ostream& os, const GA_Attribute& attribute, const GA_Range& range)
{
    put(os, attribute.getName().c_str());
    put(os, int64(attribute.storage()));
    put(os, attribute.getTupleSize());
    put(os, int64(attribute.getTypeInfo()));
    for (const auto& [begin, end] : range.blocks())
        for (GA_Offset o = begin; o < end; ++o) {
            if (attribute.storage() == GA_STORE_STRING)
                put(os, std::string(attribute.words(o).c_str()));
            else
                os.write(reinterpret_cast<const char*>(attribute.tuple(o)), std::streamsize(attribute.tupleBytes()));
        }
}

void loadAttribute(UT_IStream& is, GA_AttributeOwner owner, GA_Offset elements, GU_Detail& detail)
{
    const std::string name = words(is);
    const auto storage = GA_Storage(number(is));
    const int size = int(number(is));
    GA_Attribute& attribute = *detail.addTuple(storage, owner, name, size).getAttribute();
    attribute.setTypeInfo(GA_TypeInfo(number(is)));
    for (GA_Offset o = 0; o < elements; ++o) {
        if (storage == GA_STORE_STRING)
            attribute.words(o) = words(is);
        else
            is.bread(reinterpret_cast<char*>(attribute.tuple(o)), exint(attribute.tupleBytes()));
    }
}

} // namespace

void SIM_Options::save(std::ostream& os) const
{
    put(os, int64(mValues.size()));
    for (const auto& [name, value] : mValues) {
        put(os, name);
        put(os, int64(value.index()));
        UT_OStream out(os, UT_IOS_BINARY);
        if (const auto* truth = std::get_if<bool>(&value)) put(os, int64(*truth));
        if (const auto* whole = std::get_if<int64>(&value)) put(os, *whole);
        if (const auto* real = std::get_if<fpreal64>(&value)) out.bwrite(real);
        if (const auto* text = std::get_if<std::string>(&value)) put(os, *text);
        if (const auto* v = std::get_if<UT_Vector3D>(&value))
            for (int k = 0; k < 3; ++k) {
                const fpreal64 component = (*v)(k);
                out.bwrite(&component);
            }
    }
}

bool SIM_Options::load(UT_IStream& is)
{
    mValues.clear();
    for (int64 left = number(is); left > 0; --left) {
        const std::string name = words(is);
        fpreal64 real[3] = {0, 0, 0};
        switch (number(is)) {
        case 0: set(name, number(is) != 0); break;
        case 1: set(name, number(is)); break;
        case 2: is.bread(real), set(name, real[0]); break;
        case 3: set(name, words(is)); break;
        default: is.bread(real, 3), set(name, UT_Vector3D(real[0], real[1], real[2])); break;
        }
    }
    return !is.isError();
}

void SIM_Data::save(std::ostream& os) const
{
    put(os, mFactory->type);
    put(os, int64(mOptions != nullptr));
    if (mOptions) mOptions->save(os);
    saveSubclass(os);
    put(os, int64(mSubData.size()));
    for (const auto& [name, data] : mSubData) {
        put(os, name);
        data->save(os);
    }
}

/// The type has been read.
bool SIM_Data::load(UT_IStream& is)
{
    if (number(is) != 0 && !mOptions->load(is)) return false;
    if (!loadSubclass(is)) return false;
    mSubData.clear();
    for (int64 left = number(is); left > 0; --left) {
        const std::string name = words(is);
        StandinData data = make(words(is));
        if (!data->load(is)) return false;
        mSubData[name] = std::move(data);
    }
    return true;
}

void SIM_Geometry::saveSubclass(std::ostream& os) const
{
    put(os, int64(mDetail != nullptr));
    if (!mDetail) return;
    put(os, mDetail->getNumPoints());
    put(os, int64(mDetail->pointAttribs().map().size()));
    for (const auto& [name, attribute] : mDetail->pointAttribs().map())
        saveAttribute(os, *attribute, mDetail->getPointRange());
}

bool SIM_Geometry::loadSubclass(UT_IStream& is)
{
    mDetail.reset();
    if (number(is) == 0) return true;
    mDetail = std::make_shared<GU_Detail>();
    const int64 points = number(is);
    mDetail->appendPointBlock(points);
    for (int64 left = number(is); left > 0; --left) loadAttribute(is, GA_ATTRIB_POINT, points, *mDetail);
    return !is.isError();
}
