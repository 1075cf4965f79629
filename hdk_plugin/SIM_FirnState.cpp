#include "SIM_FirnState.h"

#include "HdkAdaptor.h"
#include "io/ByteReader.h"

#include <PRM/PRM_Include.h>
#include <PRM/PRM_Template.h>
#include <SIM/SIM_Utils.h>
#include <cstring>

using namespace firn;
using namespace firn::houdini;

namespace {

/// Numbers as bytes: host order, as .sim files are for the machines of one studio.
class StateBytes {
public:
    template <class T> void number(T value) { mBytes.append(reinterpret_cast<const char*>(&value), sizeof value); }
    template <class T> void list(const std::vector<T>& values)
    {
        number(uint64_t(values.size()));
        if (!values.empty()) mBytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    const std::string& bytes() const { return mBytes; }

private:
    std::string mBytes;
};

std::string stateText(const std::vector<int64_t>& order, const ColliderHistory& history)
{
    StateBytes out;
    out.list(order);
    out.number(uint32_t(history.size()));
    for (const auto& [id, past] : history) {
        out.number(int32_t(id));
        for (int k = 0; k < 9; ++k) out.number(past.pose.rotation.data()[k]);
        for (int k = 0; k < 3; ++k) out.number(past.pose.translation[k]);
        out.number(uint8_t(past.mesh != nullptr));
        if (!past.mesh) continue;
        out.list(past.mesh->points);
        out.list(past.mesh->corners);
        out.list(past.mesh->faceCorners);
        out.list(past.mesh->velocities);
    }
    return out.bytes();
}

template <class T> void readList(ByteReader& in, std::vector<T>& values)
{
    values.resize(in.readCount(sizeof(T)));
    if (values.empty()) return;
    void* to = values.data();
    std::memcpy(to, in.take(values.size() * sizeof(T)), values.size() * sizeof(T));
}

void parseState(const std::string& text, std::vector<int64_t>& order, ColliderHistory& history)
{
    ByteReader in(Span<const std::byte>(reinterpret_cast<const std::byte*>(text.data()), text.size()), "Firn state");
    readList(in, order);
    const std::size_t count = in.readCount<uint32_t>(1);
    for (std::size_t i = 0; i < count; ++i) {
        ColliderPast& past = history[in.read<int32_t>()];
        for (int k = 0; k < 9; ++k) past.pose.rotation.data()[k] = in.read<double>();
        for (int k = 0; k < 3; ++k) past.pose.translation[k] = in.read<double>();
        if (in.read<uint8_t>() == 0) continue;
        auto mesh = std::make_shared<Mesh>();
        readList(in, mesh->points);
        readList(in, mesh->corners);
        readList(in, mesh->faceCorners);
        readList(in, mesh->velocities);
        past.mesh = mesh;
    }
}

} // namespace

SIM_FirnState::SIM_FirnState(const SIM_DataFactory* factory)
    : BaseClass(factory), SIM_OptionsUser(this), mHistory(std::make_shared<ColliderHistory>()),
      mOrder(std::make_shared<std::vector<int64_t>>()), mCache(std::make_shared<LevelSetCache>())
{
}

SIM_FirnState::~SIM_FirnState() = default;

const ColliderHistory& SIM_FirnState::history() const { return *mHistory; }

void SIM_FirnState::setHistory(ColliderHistory history)
{
    mHistory = std::make_shared<const ColliderHistory>(std::move(history));
    handleModification();
}

void SIM_FirnState::setOrder(std::vector<int64_t> ids)
{
    mOrder = std::make_shared<const std::vector<int64_t>>(std::move(ids));
    handleModification();
}

LevelSetCache& SIM_FirnState::cache() { return *mCache; }

void SIM_FirnState::initializeSubclass()
{
    BaseClass::initializeSubclass();
    setSteps(0);
    setSubsteps(0);
    setNextId(0);
    mHistory = std::make_shared<ColliderHistory>();
    mOrder = std::make_shared<std::vector<int64_t>>();
}

void SIM_FirnState::makeEqualSubclass(const SIM_Data* source)
{
    BaseClass::makeEqualSubclass(source);
    const SIM_FirnState* other = SIM_DATA_CASTCONST(source, SIM_FirnState);
    if (!other) return;
    mHistory = other->mHistory;
    mOrder = other->mOrder;
    mCache = other->mCache;
}

void SIM_FirnState::saveSubclass(std::ostream& os) const
{
    BaseClass::saveSubclass(os);
    writeBytes(os, stateText(*mOrder, *mHistory));
}

bool SIM_FirnState::loadSubclass(UT_IStream& is)
{
    if (!BaseClass::loadSubclass(is)) return false;
    try {
        std::string text;
        if (!readBytes(is, text)) return false;
        std::vector<int64_t> order;
        ColliderHistory history;
        parseState(text, order, history);
        mOrder = std::make_shared<const std::vector<int64_t>>(std::move(order));
        mHistory = std::make_shared<const ColliderHistory>(std::move(history));
    } catch (const std::exception&) {
        return false; // a damaged file: the host says so
    }
    return true;
}

int64 SIM_FirnState::getMemorySizeSubclass() const
{
    int64 bytes = BaseClass::getMemorySizeSubclass() + int64(sizeof *this) + int64(8 * mOrder->size());
    for (const auto& [id, past] : *mHistory)
        if (past.mesh)
            bytes +=
                int64(24 * past.mesh->points.size() + 4 * (past.mesh->corners.size() + past.mesh->faceCorners.size()));
    return bytes;
}

const SIM_DopDescription* SIM_FirnState::getDopDescription()
{
    static PRM_Template templates[] = {PRM_Template()};
    static SIM_DopDescription description(false, "firn_state", "Firn State", kDataName, classname(), templates);
    return &description;
}
