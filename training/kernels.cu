// Amazons rules as CUDA kernels. `rules.py` says what each result means and
// `reference.py` is the slow version that tests compare with.
//
// One block works on one board. The board is copied into a 12x12 frame in shared
// memory whose border is blocked, so that rays need no bounds checks: square s is
// at (s / 10 + 1) * 12 + s % 10 + 1, and a direction is a constant offset.

#include <cstdint>

namespace {

constexpr int SQUARES = 100;
constexpr int FRAME = 144;
constexpr int MAX_AMAZONS = 4;
constexpr int MAX_STEPS = 160;  // four queens reach at most 4 * 35 squares
constexpr uint8_t BLOCKED = 0, EMPTY = 1, OWN = 2, OPPONENT = 3;
constexpr uint8_t UNREACHED = 255;

__device__ __forceinline__ int offset_of(int direction) {
  // The order of DIRECTIONS in reference.py: up, up-right, right, ...
  constexpr int offsets[8] = {12, 13, 1, -11, -12, -13, -1, 11};
  return offsets[direction];
}

__device__ __forceinline__ int framed(int square) {
  return (square / 10 + 1) * 12 + square % 10 + 1;
}

__device__ __forceinline__ int unframed(int place) {
  return (place / 12 - 1) * 10 + place % 12 - 1;
}

__device__ void load_board(const uint8_t* cells, uint8_t* board) {
  for (int place = threadIdx.x; place < FRAME; place += blockDim.x) board[place] = BLOCKED;
  __syncthreads();
  for (int square = threadIdx.x; square < SQUARES; square += blockDim.x)
    board[framed(square)] = cells[square];
  __syncthreads();
}

// Does a slide from `place` over empty squares meet a square at distance `wanted`?
__device__ bool slide_meets(const uint8_t* board, const uint8_t* distance, int place,
                            uint8_t wanted) {
  for (int direction = 0; direction < 8; ++direction) {
    const int offset = offset_of(direction);
    for (int at = place + offset;; at += offset) {
      if (distance[at] == wanted) return true;
      if (board[at] != EMPTY) break;
    }
  }
  return false;
}

__device__ bool neighbour_has(const uint8_t* distance, int place, uint8_t wanted) {
  for (int direction = 0; direction < 8; ++direction)
    if (distance[place + offset_of(direction)] == wanted) return true;
  return false;
}

constexpr uint32_t ONE = 0x3F80;  // 1.0 in bfloat16

__device__ __forceinline__ uint32_t closeness(uint8_t distance) {
  return distance == UNREACHED ? 0u : uint32_t(128 - distance) << 7;  // 2^(1 - distance)
}

__device__ __forceinline__ uint32_t small_over_32(int count) {
  return __float_as_uint(float(count) / 32.0f) >> 16;  // exact: count < 256
}

}  // namespace

// out: bfloat16 (count, 100, 16), that is NHWC.
extern "C" __global__ void input_planes_kernel(const uint8_t* cells, uint32_t* out) {
  __shared__ uint8_t board[FRAME];
  __shared__ uint8_t distance[4][FRAME];  // own queen, opponent queen, own king, opponent king
  const int square = threadIdx.x;
  load_board(cells + size_t(blockIdx.x) * SQUARES, board);
  for (int place = threadIdx.x; place < FRAME; place += blockDim.x)
    for (int map = 0; map < 4; ++map)
      distance[map][place] = board[place] == ((map & 1) ? OPPONENT : OWN) ? 0 : UNREACHED;
  __syncthreads();
  const bool on_board = square < SQUARES;
  const int place = on_board ? framed(square) : 0;
  const bool empty = on_board && board[place] == EMPTY;
  for (uint8_t level = 1; level < UNREACHED; ++level) {
    int changed = 0;
    if (empty) {
      for (int map = 0; map < 4; ++map) {
        if (distance[map][place] != UNREACHED) continue;
        const bool found = map < 2 ? slide_meets(board, distance[map], place, level - 1)
                                   : neighbour_has(distance[map], place, level - 1);
        if (found) {
          distance[map][place] = level;
          changed = 1;
        }
      }
    }
    if (!__syncthreads_or(changed)) break;
  }
  if (!on_board) return;

  uint32_t value[16] = {};
  const uint8_t cell = board[place];
  if (cell == OWN) value[0] = ONE;
  if (cell == OPPONENT) value[1] = ONE;
  if (cell != BLOCKED) {
    int mobility = 0;
    for (int direction = 0; direction < 8; ++direction) {
      const int offset = offset_of(direction);
      for (int at = place + offset; board[at] == EMPTY; at += offset) ++mobility;
    }
    value[3] = small_over_32(mobility);
  }
  if (cell == EMPTY) {
    value[2] = ONE;
    for (int map = 0; map < 4; ++map) value[4 + map] = closeness(distance[map][place]);
    for (int kind = 0; kind < 2; ++kind) {
      const uint8_t own = distance[2 * kind][place], other = distance[2 * kind + 1][place];
      if (own < other) value[8 + 3 * kind] = ONE;
      if (own > other) value[9 + 3 * kind] = ONE;
      if (own == other && own != UNREACHED) value[10 + 3 * kind] = ONE;
    }
    if (distance[0][place] != UNREACHED) value[14] = ONE;
    if (distance[1][place] != UNREACHED) value[15] = ONE;
  }
  uint32_t* target = out + (size_t(blockIdx.x) * SQUARES + square) * 8;
  for (int pair = 0; pair < 8; ++pair) target[pair] = value[2 * pair] | (value[2 * pair + 1] << 16);
}

// finished: uint8 (count), margin: float (count), ownership: int8 (count, 100) or null.
extern "C" __global__ void terminal_result_kernel(const uint8_t* cells, uint8_t* finished, float* margin,
                                        int8_t* ownership) {
  __shared__ uint8_t board[FRAME];
  __shared__ uint8_t land[FRAME];  // bit 0: joined to an own amazon, bit 1: to an opponent's
  const int square = threadIdx.x;
  load_board(cells + size_t(blockIdx.x) * SQUARES, board);
  for (int place = threadIdx.x; place < FRAME; place += blockDim.x)
    land[place] = board[place] == OWN ? 1 : board[place] == OPPONENT ? 2 : 0;
  __syncthreads();
  const bool on_board = square < SQUARES;
  const int place = on_board ? framed(square) : 0;
  const uint8_t cell = on_board ? board[place] : BLOCKED;
  for (bool again = true; again;) {
    int changed = 0;
    if (cell != BLOCKED) {
      uint8_t joined = land[place];
      for (int direction = 0; direction < 8; ++direction) joined |= land[place + offset_of(direction)];
      if (joined != land[place]) {
        land[place] = joined;
        changed = 1;
      }
    }
    again = __syncthreads_or(changed);
  }
  int can_move = 0;
  if (cell == OWN)
    for (int direction = 0; direction < 8; ++direction)
      can_move |= board[place + offset_of(direction)] == EMPTY;
  const uint8_t mine = on_board ? land[place] : 0;
  const int mixed = __syncthreads_or(mine == 3);
  const int stuck = !__syncthreads_or(can_move);
  const int own_count = __syncthreads_count(cell == EMPTY && (mine & 1));
  const int other_count = __syncthreads_count(cell == EMPTY && (mine & 2));
  if (square == 0) {
    finished[blockIdx.x] = !mixed || stuck;
    margin[blockIdx.x] = float((stuck ? 0 : own_count) - other_count) - 0.5f;
  }
  if (ownership && on_board)
    ownership[size_t(blockIdx.x) * SQUARES + square] = (mine & 2) ? -1 : (mine & 1);
}

// Writes all moves of board b at codes[b * capacity ...] with their log probability, and -inf
// behind them. Tables are float (count, 100, 100).
extern "C" __global__ void policy_moves_kernel(const uint8_t* cells, const float* step_score,
                                               const float* target_arrow,
                                               const float* origin_arrow, int* codes,
                                               float* log_policy, int capacity) {
  __shared__ uint8_t board[FRAME];
  __shared__ uint8_t amazon[MAX_AMAZONS];
  __shared__ uint8_t origin[MAX_STEPS], target[MAX_STEPS];
  __shared__ float score[MAX_STEPS];
  __shared__ int first_move[MAX_STEPS + 1];
  __shared__ int ray_start[MAX_AMAZONS * 8 + 1];
  __shared__ int amazons;
  __shared__ float normaliser;
  const int thread = threadIdx.x;
  const size_t game = blockIdx.x;
  load_board(cells + game * SQUARES, board);
  if (thread == 0) {
    amazons = 0;
    for (int square = 0; square < SQUARES; ++square)
      if (board[framed(square)] == OWN && amazons < MAX_AMAZONS) amazon[amazons++] = square;
  }
  __syncthreads();

  // Steps: first count each ray, then number the steps ray by ray.
  if (thread < MAX_AMAZONS * 8) {
    int length = 0;
    if (thread / 8 < amazons) {
      const int offset = offset_of(thread % 8);
      for (int at = framed(amazon[thread / 8]) + offset; board[at] == EMPTY; at += offset) ++length;
    }
    ray_start[thread + 1] = length;
  }
  __syncthreads();
  if (thread == 0) {
    ray_start[0] = 0;
    for (int ray = 0; ray < MAX_AMAZONS * 8; ++ray) ray_start[ray + 1] += ray_start[ray];
  }
  __syncthreads();
  if (thread < amazons * 8) {
    const int offset = offset_of(thread % 8), from = amazon[thread / 8];
    int at = framed(from) + offset;
    for (int step = ray_start[thread]; step < ray_start[thread + 1]; ++step, at += offset) {
      origin[step] = from;
      target[step] = unframed(at);
    }
  }
  __syncthreads();
  const int steps = ray_start[MAX_AMAZONS * 8];

  // Arrows: one thread a step counts them and sums their weights.
  const bool busy = thread < steps;
  const int from = busy ? origin[thread] : 0, to = busy ? target[thread] : 0;
  const int lifted = framed(from);
  const float* by_target = target_arrow + (game * SQUARES + to) * SQUARES;
  const float* by_origin = origin_arrow + (game * SQUARES + from) * SQUARES;
  float arrow_log_sum = 0.0f;
  if (busy) {
    score[thread] = step_score[(game * SQUARES + from) * SQUARES + to];
    int count = 0;
    float highest = -INFINITY, sum = 0.0f;
    for (int direction = 0; direction < 8; ++direction) {
      const int offset = offset_of(direction);
      for (int at = framed(to) + offset; board[at] == EMPTY || at == lifted; at += offset) {
        const int arrow = unframed(at);
        const float logit = by_target[arrow] + by_origin[arrow];
        if (logit > highest) {
          sum *= __expf(highest - logit);
          highest = logit;
        }
        sum += __expf(logit - highest);
        ++count;
      }
    }
    arrow_log_sum = highest + __logf(sum);
    first_move[thread + 1] = count;
  }
  __syncthreads();
  if (thread == 0) {
    first_move[0] = 0;
    float highest = -INFINITY, sum = 0.0f;
    for (int step = 0; step < steps; ++step) {
      first_move[step + 1] += first_move[step];
      highest = fmaxf(highest, score[step]);
    }
    for (int step = 0; step < steps; ++step) sum += __expf(score[step] - highest);
    normaliser = highest + __logf(sum);
  }
  __syncthreads();
  int* code_row = codes + game * capacity;
  float* policy_row = log_policy + game * capacity;
  if (busy) {
    const float base = score[thread] - normaliser - arrow_log_sum;
    int slot = first_move[thread];
    for (int direction = 0; direction < 8; ++direction) {
      const int offset = offset_of(direction);
      for (int at = framed(to) + offset; board[at] == EMPTY || at == lifted; at += offset, ++slot) {
        if (slot >= capacity) continue;
        const int arrow = unframed(at);
        code_row[slot] = (from * SQUARES + to) * SQUARES + arrow;
        policy_row[slot] = base + by_target[arrow] + by_origin[arrow];
      }
    }
  }
  for (int slot = first_move[steps] + thread; slot < capacity; slot += blockDim.x) {
    code_row[slot] = -1;
    policy_row[slot] = -INFINITY;
  }
}

// amazons: int64 (count, 4); steps: uint8 (count, 4, 100); arrows: uint8 (count, kept, 100).
// Both masks must come in zeroed.
extern "C" __global__ void legal_masks_kernel(const uint8_t* cells, const int* codes,
                                               long long* amazons, uint8_t* steps,
                                               uint8_t* arrows, int kept) {
  __shared__ uint8_t board[FRAME];
  __shared__ int amazon[MAX_AMAZONS];
  const int thread = threadIdx.x;
  const size_t row = blockIdx.x;
  load_board(cells + row * SQUARES, board);
  if (thread == 0) {
    int found = 0;
    for (int square = 0; square < SQUARES; ++square)
      if (board[framed(square)] == OWN && found < MAX_AMAZONS) amazon[found++] = square;
    for (; found < MAX_AMAZONS; ++found) amazon[found] = -1;
    for (int slot = 0; slot < MAX_AMAZONS; ++slot)
      amazons[row * MAX_AMAZONS + slot] = amazon[slot];
  }
  __syncthreads();
  for (int job = thread; job < (MAX_AMAZONS + kept) * 8; job += blockDim.x) {
    const int slot = job / 8, offset = offset_of(job % 8);
    int start, lifted = -1;
    uint8_t* mask;
    if (slot < MAX_AMAZONS) {
      if (amazon[slot] < 0) continue;
      start = framed(amazon[slot]);
      mask = steps + (row * MAX_AMAZONS + slot) * SQUARES;
    } else {
      const int code = codes[row * kept + slot - MAX_AMAZONS];
      if (code < 0) continue;
      start = framed(code / 100 % 100);
      lifted = framed(code / 10000);
      mask = arrows + (row * kept + slot - MAX_AMAZONS) * SQUARES;
    }
    for (int at = start + offset; board[at] == EMPTY || at == lifted; at += offset)
      mask[unframed(at)] = 1;
  }
}

// Launchers, called through ctypes. Each returns cudaGetLastError().

#define LAUNCH(kernel, count, threads, stream, ...)                        \
  if ((count) > 0)                                                         \
    kernel<<<(count), (threads), 0, (cudaStream_t)(stream)>>>(__VA_ARGS__); \
  return int(cudaGetLastError())

extern "C" int launch_input_planes(const uint8_t* cells, uint32_t* out, int count, void* stream) {
  LAUNCH(input_planes_kernel, count, 128, stream, cells, out);
}

extern "C" int launch_terminal_result(const uint8_t* cells, uint8_t* finished, float* margin,
                            int8_t* ownership, int count, void* stream) {
  LAUNCH(terminal_result_kernel, count, 128, stream, cells, finished, margin, ownership);
}

extern "C" int launch_policy_moves(const uint8_t* cells, const float* step_score,
                                   const float* target_arrow, const float* origin_arrow,
                                   int* codes, float* log_policy, int capacity, int count,
                                   void* stream) {
  LAUNCH(policy_moves_kernel, count, MAX_STEPS, stream, cells, step_score, target_arrow,
         origin_arrow, codes, log_policy, capacity);
}

extern "C" int launch_legal_masks(const uint8_t* cells, const int* codes, long long* amazons,
                                   uint8_t* steps, uint8_t* arrows, int kept, int count,
                                   void* stream) {
  LAUNCH(legal_masks_kernel, count, 128, stream, cells, codes, amazons, steps, arrows, kept);
}
