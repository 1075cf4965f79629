// Eight particles of a block side by side in SIMD lanes: on their way from the columns and back.
#pragma once

#include "grid/BlockRuns.h"
#include "math/MatLanes.h"

namespace firn::mpm {

/// Up to eight particles of one block. Lanes past `count` repeat the last particle, so that they hold sane numbers.
struct Batch {
    uint32_t index[8];
    int count = 0;
    bool contiguous = false; ///< eight particles that follow one another

    /// Ones in the lanes that hold a particle, zeros in the others.
    FIRN_LANES Simd8 present() const
    {
        alignas(32) float one[8];
        for (int lane = 0; lane < 8; ++lane) one[lane] = lane < count ? 1.0f : 0.0f;
        return Simd8::load(one);
    }
};

/// Calls work(batch) for the particles of a block, in their order.
template <class Work> void forBatches(Span<const ParticleRun> runs, Work&& work)
{
    Batch batch;
    for (const ParticleRun& run : runs)
        for (uint32_t i = run.begin; i < run.end; ++i) {
            batch.index[batch.count++] = i;
            if (batch.count < 8) continue;
            batch.contiguous = batch.index[7] - batch.index[0] == 7;
            work(static_cast<const Batch&>(batch));
            batch.count = 0;
        }
    if (batch.count == 0) return;
    for (int lane = batch.count; lane < 8; ++lane) batch.index[lane] = batch.index[batch.count - 1];
    batch.contiguous = false;
    work(static_cast<const Batch&>(batch));
}

/// Calls work(batches, how many of them) for the particles of a block, Size batches at a time; fewer at the end.
template <int Size, class Work> void forBatchGroups(Span<const ParticleRun> runs, Work&& work)
{
    Batch group[Size];
    int filled = 0;
    forBatches(runs, [&](const Batch& batch) {
        group[filled++] = batch;
        if (filled < Size) return;
        work(static_cast<const Batch*>(group), filled);
        filled = 0;
    });
    if (filled > 0) work(static_cast<const Batch*>(group), filled);
}

FIRN_LANES Simd8 loadColumn(const float* column, const Batch& b)
{
    if (b.contiguous) return Simd8::load(column + b.index[0]);
    const auto& i = b.index;
    return Simd8::Raw{column[i[0]], column[i[1]], column[i[2]], column[i[3]],
                      column[i[4]], column[i[5]], column[i[6]], column[i[7]]};
}

/// The column's values, or the default everywhere when there is no column.
FIRN_LANES Simd8 loadColumn(const float* column, float otherwise, const Batch& b)
{
    return column ? loadColumn(column, b) : Simd8(otherwise);
}

FIRN_LANES void storeColumn(Simd8 values, const Batch& b, float* column)
{
    if (b.contiguous) return values.store(column + b.index[0]);
    for (int lane = 0; lane < b.count; ++lane) column[b.index[lane]] = values[lane];
}

FIRN_LANES Vec3Lanes<Simd8> loadColumn(const Vec3f* column, const Batch& b)
{
#if defined(__AVX__)
    if (b.contiguous) { // 24 floats in three registers, shuffled apart
        const float* p = column[b.index[0]].data();
        const auto pair = [p](int lo, int hi) {
            return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p + lo)), _mm_loadu_ps(p + hi), 1);
        };
        const __m256 a = pair(0, 12), c = pair(4, 16), e = pair(8, 20);
        const __m256 xy = _mm256_shuffle_ps(c, e, _MM_SHUFFLE(2, 1, 3, 2));
        const __m256 yz = _mm256_shuffle_ps(a, c, _MM_SHUFFLE(1, 0, 2, 1));
        return {{Simd8::Raw(_mm256_shuffle_ps(a, xy, _MM_SHUFFLE(2, 0, 3, 0))),
                 Simd8::Raw(_mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0))),
                 Simd8::Raw(_mm256_shuffle_ps(yz, e, _MM_SHUFFLE(3, 0, 3, 1)))}};
    }
#endif
    Vec3Lanes<Simd8> r;
    const auto& i = b.index;
    for (int k = 0; k < 3; ++k)
        r.v[k] = Simd8::Raw{column[i[0]][k], column[i[1]][k], column[i[2]][k], column[i[3]][k],
                            column[i[4]][k], column[i[5]][k], column[i[6]][k], column[i[7]][k]};
    return r;
}

FIRN_LANES void storeColumn(const Vec3Lanes<Simd8>& values, const Batch& b, Vec3f* column)
{
#if defined(__AVX__)
    if (b.contiguous) {
        float* p = column[b.index[0]].data();
        const __m256 x = values.v[0].raw, y = values.v[1].raw, z = values.v[2].raw;
        const __m256 xy = _mm256_shuffle_ps(x, y, _MM_SHUFFLE(2, 0, 2, 0));
        const __m256 yz = _mm256_shuffle_ps(y, z, _MM_SHUFFLE(3, 1, 3, 1));
        const __m256 zx = _mm256_shuffle_ps(z, x, _MM_SHUFFLE(3, 1, 2, 0));
        const auto put = [p](int lo, int hi, __m256 r) {
            _mm_storeu_ps(p + lo, _mm256_castps256_ps128(r));
            _mm_storeu_ps(p + hi, _mm256_extractf128_ps(r, 1));
        };
        put(0, 12, _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
        put(4, 16, _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
        put(8, 20, _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
        return;
    }
#endif
    for (int lane = 0; lane < b.count; ++lane)
        column[b.index[lane]] = Vec3f(values.v[0][lane], values.v[1][lane], values.v[2][lane]);
}

FIRN_LANES Mat3Lanes<Simd8> loadColumn(const Mat3f* column, const Batch& b)
{
    Mat3Lanes<Simd8> M;
    Simd8 r[8];
    for (int lane = 0; lane < 8; ++lane) r[lane] = Simd8::load(column[b.index[lane]].data());
    transpose(r);
    for (int k = 0; k < 8; ++k) M.m[k % 3][k / 3] = r[k];
    const auto last = [&](int lane) { return column[b.index[lane]].data()[8]; };
    M.m[2][2] = Simd8(Simd8::Raw{last(0), last(1), last(2), last(3), last(4), last(5), last(6), last(7)});
    return M;
}

FIRN_LANES void storeColumn(const Mat3Lanes<Simd8>& M, const Batch& b, Mat3f* column)
{
    Simd8 r[8];
    for (int k = 0; k < 8; ++k) r[k] = M.m[k % 3][k / 3];
    transpose(r);
    alignas(32) float last[8];
    M.m[2][2].store(last);
    for (int lane = 0; lane < b.count; ++lane) {
        float* to = column[b.index[lane]].data();
        r[lane].store(to);
        to[8] = last[lane];
    }
}

} // namespace firn::mpm
