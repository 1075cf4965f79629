// Points to particle columns and back.
#pragma once

#include "particles/Particles.h"

#include <GU/GU_Detail.h>
#include <string>
#include <vector>

namespace firn::houdini {

/// The points of a geometry as particles, in the order of the points.
struct ReadPoints {
    Particles particles;
    std::vector<int64_t> ids; ///< of the points, as the particles have them
    bool idsChanged = false;  ///< some points had no id of their own and got one
};

/// Reads every numeric and text attribute of the points; other kinds (arrays, dictionaries, 8- and 16-bit numbers) stay
/// on the points. A known attribute is read as the type that core/ gives it. A point without an id of its own (it is
/// negative, an earlier point has it, or it is that of a point that has left) gets the next one that was never used.
/// `nextId` and the ids `kept` are what the last step left.
/// Throws InputError naming the point and attribute for a value that is not finite, or an attribute of a wrong size.
ReadPoints readPoints(const GU_Detail& detail, int64_t nextId, Span<const int64_t> kept);

/// Puts the particles into the order that the last step left them in, new ones behind by id: the order in which the
/// terminal has them, so that sums over particles have the same bits.
void orderLike(Span<const int64_t> ids, Particles& particles);

/// Adds the columns that a method needs. A point without mass gets it from density and pscale; a point whose pscale or
/// mass is not above 0 is an InputError that names it. Returns notes for the artist.
std::vector<std::string> completePoints(const std::vector<ColumnSpec>& columns, Particles& particles);

/// Writes the named columns to the points that have the particles' ids, in whatever order the particles are; points
/// whose particle is gone are destroyed. Missing attributes are made with the column's initial value and meaning, so
/// that points added later start right.
void writePoints(const Particles& particles, const std::vector<int64_t>& pointIds,
                 const std::vector<std::string>& columns, GU_Detail& detail);

/// Appends all particles as new points, with every column.
void appendPoints(const Particles& particles, GU_Detail& detail);

/// Sets an attribute of floats to zero for every point; does nothing where there is none.
void zeroPoints(GU_Detail& detail, const char* name);

/// Detail attributes.
void setDetailAttribute(GU_Detail& detail, const char* name, double value);
void setDetailAttribute(GU_Detail& detail, const char* name, int64_t value);
void setDetailAttribute(GU_Detail& detail, const char* name, const std::string& value);

} // namespace firn::houdini
