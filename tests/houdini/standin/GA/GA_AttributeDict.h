// Stand-in: the attributes of one kind of element.
#pragma once

#include <GA/GA_Attribute.h>
#include <map>
#include <memory>
#include <string>

class GA_AttributeDict {
public:
    typedef std::map<std::string, std::unique_ptr<GA_Attribute>> Map;

    class iterator {
    public:
        iterator(Map::const_iterator at, Map::const_iterator end) : mAt(at), mEnd(end) {}
        bool atEnd() const { return mAt == mEnd; }
        iterator& operator++()
        {
            ++mAt;
            return *this;
        }
        GA_Attribute* operator*() const { return mAt->second.get(); }

    private:
        Map::const_iterator mAt, mEnd;
    };
    iterator begin(GA_AttributeScope) const { return {mMap.begin(), mMap.end()}; }

    Map& map() { return mMap; }
    const Map& map() const { return mMap; }

private:
    Map mMap;
};
