// Our 3x3 SVD and polar decomposition against Eigen's JacobiSVD: ns per matrix, the ratio, and the errors.
#include "math/Random.h"
#include "math/Svd.h"

#include <Eigen/SVD>
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <vector>

namespace firn {
namespace {

constexpr std::size_t kCount = 4096; // 150 kB of matrices: second-level cache, so that arithmetic is what is timed

/// General matrices (spread 2) or the deformation gradients of snow: near a rotation, here the identity (spread 0.1).
std::vector<Mat3f> matrices(float identity, float spread)
{
    std::vector<Mat3f> F(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        for (int k = 0; k < 9; ++k)
            F[i](k) = identity * float(k % 4 == 0) + spread * (randomUnit(1, i, 0, uint64_t(k)) - 0.5f);
    return F;
}

struct Decomposition {
    std::vector<Mat3f> U = std::vector<Mat3f>(kCount), V = U;
    std::vector<Vec3f> sigma = std::vector<Vec3f>(kCount);
};

void decomposeWithEigen(const std::vector<Mat3f>& F, Decomposition& d)
{
    for (std::size_t i = 0; i < F.size(); ++i) {
        const Eigen::JacobiSVD<Mat3f> one(F[i], Eigen::ComputeFullU | Eigen::ComputeFullV);
        d.U[i] = one.matrixU();
        d.sigma[i] = one.singularValues();
        d.V[i] = one.matrixV();
    }
}

/// Largest |U S V^T - F| / |F| (Frobenius).
double worstError(const std::vector<Mat3f>& F, const Decomposition& d)
{
    double worst = 0.0;
    for (std::size_t i = 0; i < F.size(); ++i) {
        const Mat3d f = F[i].cast<double>();
        const Mat3d product =
            d.U[i].cast<double>() * d.sigma[i].cast<double>().asDiagonal() * Mat3d(d.V[i].cast<double>().transpose());
        worst = std::max(worst, (product - f).norm() / f.norm());
    }
    return worst;
}

/// Google Benchmark wants plain functions; range(0) is 1 for matrices near the identity.
std::vector<Mat3f> matricesFor(const benchmark::State& state)
{
    return state.range(0) ? matrices(1.0f, 0.1f) : matrices(0.0f, 2.0f);
}

template <class Run> void timeRun(benchmark::State& state, Run run)
{
    for (auto _ : state) {
        run();
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(int64_t(state.iterations()) * int64_t(kCount));
    state.counters["per_matrix"] = benchmark::Counter(double(state.iterations()) * double(kCount),
                                                      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void firnSvd(benchmark::State& state)
{
    const auto F = matricesFor(state);
    Decomposition d;
    timeRun(state, [&] { svd(F, d.U, d.sigma, d.V); });
    state.counters["error"] = worstError(F, d);
}

void firnPolar(benchmark::State& state)
{
    const auto F = matricesFor(state);
    std::vector<Mat3f> R(kCount), S(kCount);
    timeRun(state, [&] { polar(F, R, S); });
}

void eigenJacobiSvd(benchmark::State& state)
{
    const auto F = matricesFor(state);
    Decomposition d;
    timeRun(state, [&] { decomposeWithEigen(F, d); });
    state.counters["error"] = worstError(F, d);
}

/// The memory limit: every matrix read once, 21 floats written.
void copyColumns(benchmark::State& state)
{
    const auto F = matricesFor(state);
    Decomposition d;
    timeRun(state, [&] {
        d.U = F;
        d.V = F;
        for (std::size_t i = 0; i < kCount; ++i) d.sigma[i] = F[i].col(0);
    });
}

BENCHMARK(firnSvd)->ArgName("near_identity")->Arg(0)->Arg(1);
BENCHMARK(firnPolar)->ArgName("near_identity")->Arg(0)->Arg(1);
BENCHMARK(eigenJacobiSvd)->ArgName("near_identity")->Arg(0)->Arg(1);
BENCHMARK(copyColumns)->ArgName("near_identity")->Arg(0);

/// The quickest of several runs, in ns per matrix: the one least disturbed by other programs.
template <class Run> double quickest(int runs, Run run)
{
    double best = 1e30;
    for (int i = 0; i < runs; ++i) {
        const auto start = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count() / double(kCount));
    }
    return best;
}

void printRatios()
{
    for (const bool nearIdentity : {false, true}) {
        const auto F = nearIdentity ? matrices(1.0f, 0.1f) : matrices(0.0f, 2.0f);
        Decomposition ours, peer;
        std::vector<Mat3f> R(kCount), S(kCount);
        const double eigen = quickest(40, [&] { decomposeWithEigen(F, peer); });
        const double svdTime = quickest(400, [&] { svd(F, ours.U, ours.sigma, ours.V); });
        const double polarTime = quickest(400, [&] { polar(F, R, S); });
        std::printf("%s matrices: svd %.1f ns, polar %.1f ns, Eigen::JacobiSVD %.1f ns; ratio svd %.1f, polar %.1f; "
                    "error %.1e (Eigen %.1e)\n",
                    nearIdentity ? "near-identity" : "general", svdTime, polarTime, eigen, eigen / svdTime,
                    eigen / polarTime, worstError(F, ours), worstError(F, peer));
    }
}

} // namespace
} // namespace firn

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    firn::printRatios();
    return 0;
}
