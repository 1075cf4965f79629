"""The snow step of bench_mpm_step, written for Taichi: [Stomakhin2013]'s model, explicit, quadratic kernels, MLS transfers.

    taichi_snow.py [millions of particles, 1] [steps, 10] [threads, 2]

Prints nanoseconds per particle and substep, the best of the steps, as the last line: `taichi NS`.
Taichi sums with atomics, so its bits change from run to run.
"""
import sys
import time

import taichi as ti

millions = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10
threads = int(sys.argv[3]) if len(sys.argv) > 3 else 2
ti.init(arch=ti.cpu, cpu_max_num_threads=threads, default_fp=ti.f32, offline_cache=False, log_level=ti.ERROR)

COUNT = int(millions * 1e6)
SEPARATION = 0.01  # m; two to a cell along each axis: 8 particles in a cell
CELL = 2 * SEPARATION
SIDE = int(round(COUNT ** (1 / 3) + 0.5))
MARGIN = 8
NODES = SIDE // 2 + 2 * MARGIN
STEP = 1e-4  # s
DENSITY, YOUNG, POISSON, HARDENING = 400.0, 1.4e5, 0.2, 10.0
CRITICAL_COMPRESSION, CRITICAL_STRETCH = 2.5e-2, 7.5e-3
MU0 = YOUNG / (2 * (1 + POISSON))
LAMBDA0 = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
VOLUME = SEPARATION**3
MASS = DENSITY * VOLUME

x = ti.Vector.field(3, ti.f32, COUNT)
v = ti.Vector.field(3, ti.f32, COUNT)
C = ti.Matrix.field(3, 3, ti.f32, COUNT)
F = ti.Matrix.field(3, 3, ti.f32, COUNT)
Jp = ti.field(ti.f32, COUNT)
node_v = ti.Vector.field(3, ti.f32)
node_m = ti.field(ti.f32)

# Blocks of 4 x 4 x 4 nodes, as in the grid they are compared with.
blocks = ti.root.dense(ti.ijk, ((NODES + 3) // 4,) * 3)
blocks.dense(ti.ijk, 4).place(node_v, node_m)


@ti.kernel
def place():
    """Jittered lattice in shearing, squeezing motion; particles in the order of their cells, the best case for Taichi."""
    half = SIDE // 2 + 1
    for p in range(COUNT):
        cell, corner = p // 8, p % 8
        at = ti.Vector([cell // (half * half), cell // half % half, cell % half]) * 2
        at += ti.Vector([corner & 1, corner >> 1 & 1, corner >> 2])
        position = SEPARATION * (at + ti.Vector([ti.random(), ti.random(), ti.random()]))
        phase = position / (SEPARATION * SIDE) * 6.2832
        x[p] = position + MARGIN * CELL
        v[p] = 2.0 * ti.Vector([ti.sin(phase.y), ti.sin(phase.z), ti.sin(phase.x)])
        F[p] = ti.Matrix.identity(ti.f32, 3)
        C[p] = ti.Matrix.zero(ti.f32, 3, 3)
        Jp[p] = 1.0


@ti.func
def weights(offset):
    return [0.5 * (1.5 - offset) ** 2, 0.75 - (offset - 1.0) ** 2, 0.5 * (offset - 0.5) ** 2]


@ti.kernel
def clear():
    for i in ti.grouped(node_m):
        node_v[i] = ti.Vector.zero(ti.f32, 3)
        node_m[i] = 0.0


@ti.kernel
def particles_to_grid():
    ti.loop_config(block_dim=256)
    for p in x:
        base = ti.cast(x[p] / CELL - 0.5, ti.i32)
        offset = x[p] / CELL - ti.cast(base, ti.f32)
        w = weights(offset)

        # Section 7: the new deformation, its singular values clamped, the rest into Jp.
        deformed = (ti.Matrix.identity(ti.f32, 3) + STEP * C[p]) @ F[p]
        U, sigma, V = ti.svd(deformed)
        clamped = sigma
        J = 1.0
        for d in ti.static(range(3)):
            clamped[d, d] = ti.min(ti.max(sigma[d, d], 1 - CRITICAL_COMPRESSION), 1 + CRITICAL_STRETCH)
            Jp[p] *= sigma[d, d] / clamped[d, d]
            J *= clamped[d, d]
        elastic = U @ clamped @ V.transpose()
        F[p] = elastic

        # Eq. 1 and 2: Kirchhoff stress of the fixed corotated model with hardening.
        harder = ti.exp(ti.min(HARDENING * (1.0 - Jp[p]), 5.0))
        stress = 2 * MU0 * harder * (elastic - U @ V.transpose()) @ elastic.transpose()
        stress += ti.Matrix.identity(ti.f32, 3) * (LAMBDA0 * harder * J * (J - 1))
        affine = -STEP * VOLUME * 4 / CELL**2 * stress + MASS * C[p]
        for i, j, k in ti.static(ti.ndrange(3, 3, 3)):
            node = ti.Vector([i, j, k])
            away = (ti.cast(node, ti.f32) - offset) * CELL
            weight = w[i][0] * w[j][1] * w[k][2]
            node_v[base + node] += weight * (MASS * v[p] + affine @ away)
            node_m[base + node] += weight * MASS


@ti.kernel
def update_grid():
    for i in ti.grouped(node_m):
        if node_m[i] > 0:
            node_v[i] = node_v[i] / node_m[i] + STEP * ti.Vector([0.0, -9.81, 0.0])


@ti.kernel
def grid_to_particles():
    ti.loop_config(block_dim=256)
    for p in x:
        base = ti.cast(x[p] / CELL - 0.5, ti.i32)
        offset = x[p] / CELL - ti.cast(base, ti.f32)
        w = weights(offset)
        velocity = ti.Vector.zero(ti.f32, 3)
        affine = ti.Matrix.zero(ti.f32, 3, 3)
        for i, j, k in ti.static(ti.ndrange(3, 3, 3)):
            node = ti.Vector([i, j, k])
            away = (ti.cast(node, ti.f32) - offset) * CELL
            weight = w[i][0] * w[j][1] * w[k][2]
            seen = node_v[base + node]
            velocity += weight * seen
            affine += weight * 4 / CELL**2 * seen.outer_product(away)
        v[p] = velocity
        C[p] = affine
        x[p] += STEP * velocity


def step():
    clear()
    particles_to_grid()
    update_grid()
    grid_to_particles()
    ti.sync()


place()
step()  # compiles
best = float("inf")
for _ in range(steps):
    begun = time.perf_counter()
    step()
    best = min(best, time.perf_counter() - begun)
total = sum(node_m.to_numpy().ravel().astype("float64"))
if abs(total / (MASS * COUNT) - 1) > 1e-3:
    sys.exit(f"taichi_snow: the grid holds {total} kg instead of {MASS * COUNT}")
print(f"taichi {best / COUNT * 1e9:.1f}")
