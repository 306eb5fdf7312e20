// The residual tower (stem and blocks, 64 channels) as one kernel for inference.
//
// A block of twelve warps carries six boards through all layers; activations never
// leave shared memory. A 3x3 convolution is nine matrix products, one a tap, on the
// tensor cores (bfloat16 in, float sums). Weights stream tap by tap through a small
// ring in shared memory, loaded ahead while earlier taps are multiplied.
//
// A board is 136 rows of 64 channels: row 12 + 11 * rank + file. Each rank ends in one
// row of zeros, and zeros stand before and behind, so every neighbour of a square is a
// fixed number of rows away and padding needs no tests. Within a row the eight 16-byte
// chunks are permuted by row number, so that the matrix loads meet no bank twice.

#include <cuda_bf16.h>

#include <cstdint>

namespace {

constexpr int CHANNELS = 64;
constexpr int SQUARES = 100;
constexpr int BOARDS = 6;                       // per block; more do not fit
constexpr int THREADS = BOARDS * 64;            // two warps a board, 32 channels each
constexpr int ROW = CHANNELS * 2;               // bytes
constexpr int ROWS = 136;
constexpr int LEAD = 12;                        // row of square a1
constexpr int STRIDE = 11;                      // rows from one rank to the next
constexpr int BUFFER = ROWS * ROW;
constexpr int TAP = CHANNELS * ROW;             // weights of one tap
constexpr int STAGE = 1;                        // taps loaded together
constexpr int RING = 2;                         // stages held at a time
constexpr int TILES = 7;                        // 16 rows each: 112 cover 10 ranks of 11

constexpr int INPUT_AT = 0;                     // x of each board
constexpr int HIDDEN_AT = BOARDS * BUFFER;      // hidden layer (and input planes) of each
constexpr int RING_AT = 2 * BOARDS * BUFFER;
constexpr int MEAN_AT = RING_AT + RING * STAGE * TAP;
constexpr int CONTEXT_AT = MEAN_AT + BOARDS * CHANNELS * 4;
constexpr int SHARED = CONTEXT_AT + BOARDS * CHANNELS * 4;

__device__ __forceinline__ int chunk_at(int row, int chunk) {
  return row * ROW + ((chunk ^ (row & 7)) << 4);
}

__device__ __forceinline__ int row_of(int square) {
  return LEAD + square / 10 * STRIDE + square % 10;
}

__device__ __forceinline__ void copy_ahead(uint32_t to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from));
}

__device__ __forceinline__ void load_matrices(uint32_t (&out)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(address));
}

__device__ __forceinline__ void multiply(float (&sum)[4], const uint32_t (&a)[4], uint32_t b0,
                                         uint32_t b1) {
  asm(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
      "{%8,%9}, {%0,%1,%2,%3};\n"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

}  // namespace

// Runs the convolutions from `begin` to before `end` (0 is the stem, 2b + 1 and 2b + 2 are those of
// block b), so that other layers can change the trunk between launches.
//
// in: bfloat16, the input planes (count, 100, 16) if `begin` is 0, else the trunk (count, 100, 64).
// weights: bfloat16 (convolutions, 9, 64 out, 64 in), the stem first (inputs past 16 unused).
// biases: float (convolutions, 64). context: float (blocks, 64 in, 64 out).
// out: bfloat16 (count, 100, 64).
extern "C" __global__ void __launch_bounds__(THREADS, 1)
    tower_kernel(const uint4* in, const uint8_t* weights, const float* biases,
                 const float* context, uint4* out, int begin, int end, int count) {
  extern __shared__ __align__(1024) uint8_t memory[];
  const uint32_t base = uint32_t(__cvta_generic_to_shared(memory));
  const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5;
  const int board = warp >> 1, half = warp & 1;
  const int group = lane >> 2, pair = lane & 3;
  const int first_board = blockIdx.x * BOARDS;
  const int stages = 9 / STAGE * (end - begin);

  auto stream = [&](int stage) {
    if (stage < stages) {
      const uint8_t* source = weights + (size_t(begin) * 9 + size_t(stage) * STAGE) * TAP;
      const uint32_t slot = base + RING_AT + (stage % RING) * STAGE * TAP;
      for (int chunk = thread; chunk < STAGE * TAP / 16; chunk += THREADS)
        copy_ahead(slot + chunk_at(chunk >> 3, chunk & 7), source + chunk * 16);
    }
    asm volatile("cp.async.commit_group;\n");  // also when empty: the waits count groups
  };
  for (int stage = 0; stage < RING - 1; ++stage) stream(stage);

  for (int at = thread * 16; at < RING_AT; at += THREADS * 16)
    *reinterpret_cast<uint4*>(memory + at) = make_uint4(0, 0, 0, 0);
  __syncthreads();
  const int chunks = begin ? CHANNELS / 8 : 2;  // of 16 bytes, for each square
  for (int job = thread; job < BOARDS * SQUARES * chunks; job += THREADS) {
    const int which = job / (SQUARES * chunks), square = job / chunks % SQUARES;
    if (first_board + which < count)
      *reinterpret_cast<uint4*>(memory + (begin ? INPUT_AT : HIDDEN_AT) + which * BUFFER +
                                chunk_at(row_of(square), job % chunks)) =
          in[size_t(first_board + which) * SQUARES * chunks + square * chunks + job % chunks];
  }

  // Which of this lane's 14 result rows are squares (not padding).
  uint32_t is_square = 0;
  for (int part = 0; part < 2 * TILES; ++part) {
    const int row = part / 2 * 16 + part % 2 * 8 + group;
    if (row < 10 * STRIDE && row % STRIDE != STRIDE - 1) is_square |= 1u << part;
  }

  uint8_t* const input = memory + INPUT_AT + board * BUFFER;
  uint8_t* const hidden = memory + HIDDEN_AT + board * BUFFER;
  float* const mean = reinterpret_cast<float*>(memory + MEAN_AT) + board * CHANNELS;
  float* const added = reinterpret_cast<float*>(memory + CONTEXT_AT) + board * CHANNELS;

  if (begin) {  // each lane takes the mean of one of its warp's channels
    __syncthreads();
    const int channel = half * 32 + lane;
    float total = 0.0f;
    for (int square = 0; square < SQUARES; ++square)
      total += __bfloat162float(*reinterpret_cast<const __nv_bfloat16*>(
          input + chunk_at(row_of(square), channel >> 3) + (channel & 7) * 2));
    mean[channel] = total * (1.0f / SQUARES);
  }

  for (int layer = begin; layer < end; ++layer) {
    const bool is_stem = layer == 0;
    const bool is_first = layer & 1;  // first convolution of a block: reads x, writes hidden
    const uint32_t source =
        base + (is_first ? INPUT_AT : HIDDEN_AT) + board * BUFFER;
    float sum[TILES][4][4] = {};

    for (int tap = 0; tap < 9; ++tap) {
      const int stage = ((layer - begin) * 9 + tap) / STAGE;
      if (tap % STAGE == 0) {
        asm volatile("cp.async.wait_group %0;\n" ::"n"(RING - 2));
        __syncthreads();  // this stage is here, and everyone is done with the slot to refill
        stream(stage + RING - 1);
      }
      const uint32_t slot = base + RING_AT + (stage % RING * STAGE + tap % STAGE) * TAP;
      const int row = LEAD + (lane & 15) + (tap / 3 - 1) * STRIDE + tap % 3 - 1;
      const int output = half * 32 + (lane >> 4) * 8 + (lane & 7);
      auto multiply_step = [&](int step) {
        uint32_t b[2][4];
        for (int two = 0; two < 2; ++two)
          load_matrices(b[two],
                        slot + chunk_at(output + two * 16, step * 2 + ((lane >> 3) & 1)));
        const uint32_t a_address = source + chunk_at(row, step * 2 + (lane >> 4));
#pragma unroll
        for (int tile = 0; tile < TILES; ++tile) {
          uint32_t a[4];
          load_matrices(a, a_address + tile * 16 * ROW);  // 16 rows on: the same permutation
#pragma unroll
          for (int column = 0; column < 4; ++column)
            multiply(sum[tile][column], a, b[column >> 1][(column & 1) * 2],
                     b[column >> 1][(column & 1) * 2 + 1]);
        }
      };
      if (is_stem) {
        multiply_step(0);
      } else {
#pragma unroll 1
        for (int step = 0; step < CHANNELS / 16; ++step) multiply_step(step);
      }
    }

    if (is_first) {  // each lane makes the context of one of its warp's channels
      const float* matrix = context + size_t(layer / 2) * CHANNELS * CHANNELS + half * 32 + lane;
      float total = 0.0f;
#pragma unroll 16
      for (int channel = 0; channel < CHANNELS; ++channel)
        total += mean[channel] * matrix[channel * CHANNELS];
      added[half * 32 + lane] = total;
      __syncwarp();
    }
    uint8_t* const target = is_first ? hidden : input;
#pragma unroll
    for (int column = 0; column < 4; ++column) {
      const int channel = half * 32 + column * 8 + pair * 2;
      float bias[2], column_sum[2] = {0.0f, 0.0f};
      for (int side = 0; side < 2; ++side)
        bias[side] = biases[layer * CHANNELS + channel + side] +
                     (is_first ? added[channel + side] : 0.0f);
#pragma unroll
      for (int part = 0; part < 2 * TILES; ++part) {
        if (!(is_square >> part & 1)) continue;
        const int row = LEAD + part / 2 * 16 + part % 2 * 8 + group;
        auto* place = reinterpret_cast<__nv_bfloat162*>(
            target + chunk_at(row, half * 4 + column) + pair * 4);
        float low = sum[part / 2][column][part % 2 * 2] + bias[0];
        float high = sum[part / 2][column][part % 2 * 2 + 1] + bias[1];
        if (!is_first && !is_stem) {
          const float2 before = __bfloat1622float2(*place);
          low += before.x;
          high += before.y;
        }
        low = fmaxf(low, 0.0f);
        high = fmaxf(high, 0.0f);
        *place = __floats2bfloat162_rn(low, high);
        column_sum[0] += low;
        column_sum[1] += high;
      }
      if (!is_first) {
        for (int side = 0; side < 2; ++side) {
          float total = column_sum[side];
          for (int step = 4; step < 32; step *= 2)
            total += __shfl_xor_sync(0xffffffffu, total, step);
          if (group == 0) mean[channel + side] = total * (1.0f / SQUARES);
        }
      }
    }
  }
  __syncthreads();
  for (int job = thread; job < BOARDS * SQUARES * 8; job += THREADS) {
    const int which = job / (SQUARES * 8), square = job / 8 % SQUARES;
    if (first_board + which < count)
      out[size_t(first_board + which) * SQUARES * 8 + square * 8 + (job & 7)] =
          *reinterpret_cast<const uint4*>(memory + INPUT_AT + which * BUFFER +
                                          chunk_at(row_of(square), job & 7));
  }
}

extern "C" int launch_tower(const void* in, const void* weights, const float* biases,
                            const float* context, void* out, int begin, int end,
                            int count, void* stream) {
  cudaError_t error = cudaFuncSetAttribute(
      tower_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
  if (error != cudaSuccess) return int(error);
  if (count > 0)
    tower_kernel<<<(count + BOARDS - 1) / BOARDS, THREADS, SHARED, (cudaStream_t)stream>>>(
        (const uint4*)in, (const uint8_t*)weights, biases, context, (uint4*)out, begin,
        end, count);
  return int(cudaGetLastError());
}
