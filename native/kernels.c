// Generated from the compiled modules of src/carrom by `python -m carrom.c_source.kernels`; do not edit.
// `native_build.py` compiles it once for each set of instructions, with ENTRY(name) as the name of an entry there.
// Digest of the sources: 765e89e29a2cec59f093f3f5888444fd73e57d9511d1c4adb023cb61a4a049ac

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "Floating-point numbers are computed with more bits than they are stored with: this would change results."
#endif
#ifdef __FAST_MATH__
#error "-ffast-math changes results."
#endif

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* An argument or a result of an entry. */
typedef union { int64_t q; double d; void *p; } word;

/* a // b as Numba computes it: rounded down, and 0 for a divisor of 0. */
static inline int64_t floor_quotient(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t quotient = a / b, rest = a % b;
  return quotient - (rest != 0 && (rest < 0) != (b < 0));
}

/* a % b with the sign of b, and 0 for a divisor of 0. */
static inline int64_t floor_rest(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

typedef struct { double p0; int64_t p1; } results_dq;
typedef struct { double *at; int64_t size; } array_f8;
typedef struct { int64_t *at; int64_t size; } array_i8;
typedef struct { int64_t p0; int64_t p1; } results_qq;
typedef struct { double p0; double p1; double p2; } results_ddd;
typedef struct { double *at; int64_t size, row; } table_f8;
typedef struct { int64_t *at; int64_t size, row, depth; } cube_i8;
typedef struct { int64_t *at; int64_t size, row; } table_i8;
typedef struct { double p0; double p1; double p2; double p3; } results_dddd;
typedef struct { int16_t *at; int64_t size; } array_i2;
typedef struct { int32_t *at; int64_t size, row; } table_i4;
typedef struct { int32_t *at; int64_t size; } array_i4;
typedef struct { int8_t *at; int64_t size, row, depth; } cube_i1;
typedef struct { table_i8 info; cube_i8 places; cube_i1 queues; array_i8 book; } Tables_i8i8i1i8;
typedef struct { int8_t *at; int64_t size, row; } table_i1;
typedef struct { cube_i8 rest; table_f8 fell; table_f8 touched; table_i8 facts; table_i1 fallen; array_i8 keys; array_i8 said; } Seen_i8f8f8i8i1i8i8;
typedef struct { table_i8 slots; table_i8 decisions; } Law;
typedef struct { table_f8 worlds; array_i8 spins; array_f8 sizes; array_i8 measures; array_i8 lines; array_i8 board; array_i8 grid; } BoardParameters;
typedef struct { array_f8 state; array_i8 marks; array_f8 log; array_i8 limits; cube_i1 rows; array_i8 circles; array_i8 free; array_i8 left; array_f8 points; array_i8 found; } ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8;
typedef struct { int8_t *at; int64_t size; } array_i1;
typedef struct { float *at; int64_t size, row; } table_f4;
typedef struct { float *at; int64_t size; } array_f4;
typedef struct { double p0; double p1; } results_dd;

/* Mantissa and exponent of a number, as math.frexp of Python. */
static inline results_dq parts_of(double number) {
  int64_t bits, offset = 1022;
  double scaled = number;
  if (number == 0.0 || !(fabs(number) < INFINITY)) return (results_dq){number, 0};
  if (fabs(number) < DBL_MIN) {
    scaled = number * 18014398509481984.0;
    offset = 1076;
  }
  memcpy(&bits, &scaled, 8);
  int64_t exponent = ((bits >> 52) & 0x7ff) - offset;
  bits = (int64_t)(((uint64_t)bits & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x3fe0000000000000));
  memcpy(&scaled, &bits, 8);
  return (results_dq){scaled, exponent};
}

static const int64_t STEPS[] = {0, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 710};

static int64_t free_at(array_i8 circles, int64_t n, int64_t y, array_i8 lines, array_i8 free);
static int64_t cut(array_i8 free, int64_t count, int64_t low, int64_t high);
static int64_t whole_root(int64_t number);
static int64_t marked(int64_t y, array_i8 lines, array_i8 free);
static int64_t add(array_i8 free, int64_t count, int64_t low, int64_t high);
static int64_t end_of(int64_t y, array_i8 lines);
static int64_t spans(array_i8 circles, int64_t n, array_i8 lines, array_i8 free, array_i8 left, array_f8 points, array_i8 found);
static void sort(array_i8 found, int64_t count);
static int64_t tight(array_i8 circles, int64_t n, array_i8 lines, array_i8 free, array_f8 points, array_i8 found);
static int64_t nearest(double number);
static bool cross(array_i8 circles, int64_t i, int64_t j, array_f8 points);
static int64_t parts(array_i8 circles, int64_t n, int64_t y, array_i8 lines, array_i8 free, array_i8 found);
static int64_t row_2(array_i8 found, int64_t count, int64_t low, int64_t high, int64_t y);
static int64_t due_places(array_i8 circles, int64_t n, array_i8 limits, array_i8 grid, array_f8 points, array_i8 found, int64_t most);
static int64_t crossing_places(array_i8 circles, int64_t n, int64_t over, int64_t every, array_i8 limits, array_f8 points, array_i8 found, int64_t count);
static int64_t first_fitting(array_i8 circles, int64_t n, double x, double y, double across, double up, array_i8 limits, array_i8 found, int64_t count);
static bool covers(array_i8 circles, int64_t n, double x, double y);
static bool fits(array_i8 circles, int64_t n, int64_t x, int64_t y, array_i8 limits);
static bool makes_a_shot(int64_t x, int64_t y, array_i8 limits);
static bool points_at(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t px, int64_t py, int64_t width);
static bool is_within(int64_t aside, int64_t width, int64_t squared_2);
static int64_t overlapped(array_i8 circles, int64_t n, int64_t x, int64_t y);
static bool centre_place(array_i8 circles, int64_t n, array_i8 limits, int64_t quarters, int64_t touching, array_f8 points, array_i8 found);
static void write_away(array_i8 found, int64_t away, int64_t quarters);
static results_qq behind(int64_t away, int64_t quarters);
static int64_t straight_behind(array_i8 circles, int64_t n, array_i8 limits, int64_t quarters);
static int64_t squared(array_i8 found, int64_t k);
static int64_t away_from(int64_t x, int64_t y, int64_t quarters);
static bool is_preferred(array_i8 found, int64_t k, int64_t other, int64_t quarters);
static bool before(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t away_a, int64_t away_b);
static int64_t nearest_places(array_i8 circles, int64_t n, array_i8 limits, array_i8 found, int64_t count);
static int64_t play(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t n);
INLINED void bounce(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t at_2, int64_t kind, int64_t k, double now);
INLINED void launch(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double now, double drag, double vx, double vy, double spin);
static results_ddd slide(array_f8 profile, int64_t branch, double tau);
static int64_t cell_of(double tau);
static double tau_of_ratio(array_f8 profile, int64_t branch, double ratio);
static int64_t guide_of(array_f8 profile, int64_t branch, double ratio);
static int64_t _branch(array_f8 profile, double v, double rim);
static void sink_to(array_f8 state, int64_t k, double now);
static void write_motion(array_f8 log_2, int64_t at_2, double vx, double vy, double rim);
static double limited(double value, double limit);
static double softened(double restitution, double knee, double closing);
static double rim_speed(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, double drag);
static double twirl(array_f8 profile, int64_t branch, double tau);
static void note_touch(array_f8 state, int64_t i, int64_t j, double now);
INLINED bool collide(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t at_2, int64_t i, int64_t j, double now, int64_t events);
static double least_separation(array_i8 marks, array_f8 world, int64_t i, int64_t j, int64_t events, double closing);
INLINED void fall(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, int64_t at_2, int64_t k, double now, double drag);
static void clear(array_f8 state, int64_t k);
static void climb(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t at_2, int64_t k, double now);
static double speed_along(array_f8 state, array_f8 world, int64_t k);
static results_ddd outward(array_f8 state, array_f8 world, int64_t k);
static bool comes_out(array_f8 state, array_f8 world, int64_t k, double now);
INLINED void bring_to(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, double now, double drag);
static results_ddd glide(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, double drag);
INLINED results_qq next_event(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, double now, double drag);
INLINED void find_soonest(array_f8 state, array_i8 marks, int64_t n, int64_t i);
static double meet(array_f8 profile, array_f8 state, array_i8 marks, int64_t i, int64_t j, double now, double drag);
static double meet_sliding(array_f8 profile, array_f8 state, array_i8 marks, int64_t i, int64_t j, double now, double time_2, double drag);
static double first_step(double gap, double slope, double bend);
static double spread(double drag, double mean);
static double lowest_bend(double dx, double dy, double wx, double wy, double qx, double qy, double time_2);
static double meet_decelerating(array_f8 state, int64_t i, int64_t j, double time_2, double drag);
static double meet_resting(array_f8 profile, array_f8 state, array_i8 marks, int64_t mover, int64_t rester, double when, double drag);
static double time_of_way(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double way, double drag);
static double tau_of_way(array_f8 profile, int64_t branch, double start, double whole, double wanted);
INLINED void foresee(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, int64_t i, int64_t j, double now, double drag);
INLINED void keep_row(array_f8 state, array_i8 marks, int64_t n, int64_t p);
INLINED void bound_moving(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, int64_t p, double now, double drag);
INLINED double bound_line(array_f8 profile, array_f8 state, int64_t mover, int64_t rester, double now, double when, double drag);
INLINED void bound_pair(array_f8 profile, array_f8 state, array_i8 marks, int64_t p, int64_t k, double now, double drag);
INLINED void bound_resting(array_f8 profile, array_f8 state, int64_t p, double now, double drag);
INLINED void bound_all(array_f8 profile, array_f8 state, int64_t p, double now);
INLINED void make_ready(array_f8 profile, array_f8 state, double now, double drag);
INLINED void meet_edge(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, int64_t k);
INLINED double way_to_pocket(double x, double y, double ux, double uy, double limit, double half, double radius);
static void meet_rim(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, int64_t k, double begin, double way, int64_t kind);
static double way_out(array_f8 world, double x, double y, double ux, double uy);
static double tip(array_f8 state, array_f8 world, int64_t k, double begin, double end);
static double beyond_rim(array_f8 world, double x, double y);
INLINED void lay_out(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, double drag);
static void play_many(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, table_f8 worlds, array_f8 sizes, array_i8 measures, cube_i8 places, array_i8 quarters, table_i8 strokes, table_i8 jobs, array_i8 watched, array_i8 picks, int64_t first, int64_t last, cube_i8 rest, table_f8 fell, table_f8 touched, table_i8 facts);
static void stop_short(array_i8 watched, int64_t job, cube_i8 rest, table_f8 fell, table_i8 facts);
static void note(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, double drag, array_i8 measures, cube_i8 places, int64_t position, int64_t quarters, int64_t job, cube_i8 rest, table_f8 fell, table_f8 touched, table_i8 facts);
static int64_t lines_left(array_f8 log_2, int64_t events, double x, double y, int64_t quarters, array_i8 measures);
static bool leaves(double x, double y, int64_t quarters, int64_t line, double reach, array_i8 measures);
static double away_of(double x, double y, int64_t quarters);
static results_qq place_at_rest(double x, double y, array_i8 measures);
static int64_t below(double number);
static bool is_over_pocket(int64_t x, int64_t y, array_i8 measures);
static double still_at(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double drag);
static void watch(array_i8 marks, cube_i8 places, int64_t position, array_i8 watched);
static int64_t lay(array_f8 state, array_f8 sizes, array_i8 measures, cube_i8 places, int64_t position, table_i8 strokes, int64_t stroke, int64_t quarters);
static int64_t turned_y(int64_t x, int64_t y, int64_t quarters);
static int64_t turned_x(int64_t x, int64_t y, int64_t quarters);
static int64_t first_refused(array_i8 measures, cube_i8 places, array_i8 quarters, table_i8 strokes, table_i8 jobs, int64_t fastest, int64_t most_spin, array_f8 points);
static bool stands_well(array_i8 measures, cube_i8 places, int64_t position, table_i8 strokes, int64_t stroke, int64_t quarters);
static bool can_be_played(table_i8 strokes, int64_t stroke, int64_t fastest, int64_t most_spin);
static bool lie_well(array_i8 measures, cube_i8 places, int64_t position, array_f8 points);
static int64_t write_frames(array_f8 profile, array_f8 log_2, int64_t events, array_f8 begun, array_f8 launched, int64_t n, double drag, array_f8 state, array_i8 marks, array_i8 out);
static double end_of_spin(array_f8 state, array_i8 marks, int64_t k, double drag);
static void set_off(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, int64_t row_3, int64_t k, int64_t at_x, int64_t at_y, int64_t after, double drag);
static double angle_at(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, double drag);
static double turned(array_f8 profile, int64_t branch, double tau);
static int64_t write_leg(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, bool is_last, double drag, array_i8 out, int64_t count);
static int64_t keep(array_f8 state, int64_t k, int64_t time_2, double way, double speed, double bend, double angle, double spin, double rate, array_i8 out, int64_t count);
static int64_t write_pieces(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double begin, double end, double drag, array_i8 out, int64_t count);
static double stray_of(double first, double low, double middle, double high, double last);
static results_dddd angles(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double begin, double span, double drag);
static results_dddd ways(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double begin, double span, double drag);
static void try_many_f8f8i8f8f8f8i8i8i8i8f8f8i8f8f8f8f8i8i8i2i4(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, array_f8 world, array_f8 sizes, array_i8 measures, cube_i8 places, int64_t quarters, array_i8 kinds, table_i8 strokes, table_f8 noise, int64_t offset, int64_t per, int64_t stride, array_f8 hand, table_i8 spans_2, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes, table_i8 struck, int64_t first, int64_t last, array_i2 classes, table_i4 lies);
static void lie_f8i8i8f8f8f8f8f8i8i4(array_f8 state, cube_i8 places, int64_t p, int64_t quarters, array_i8 kinds, array_f8 hand, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes, array_i4 row_3);
static void write_lie_i8i8f8f8f8f8i4(array_i8 now, array_i8 moved, int64_t count, int64_t gone, int64_t colour, int64_t quarters, int64_t after, int64_t third, int64_t sides, double ease, array_f8 line, array_f8 shape, table_f8 base, int64_t side_0, table_f8 work, array_i4 row_3);
static void insert_i4(array_i4 row_3, int64_t first, int64_t count, int64_t value);
static double nearness(double x, double y, array_f8 shape);
static double error_function(double x);
static void easiest(array_f8 xs, array_f8 ys, array_i8 kinds, int64_t man, array_f8 places, array_f8 shape, array_f8 known, array_f8 ratios);
static int64_t first_in_way(array_f8 xs, array_f8 ys, array_i8 kinds, int64_t skip, double x, double y, double to_x, double to_y, double gap);
static double opening(double mouth, double length_2);
static bool still_open(array_f8 xs, array_f8 ys, int64_t man, array_i8 moved, int64_t count, array_f8 places, array_f8 shape, array_f8 known);
static bool near(double ax, double ay, double wx, double wy, double length_2, double gap);
static int64_t row_of(int64_t side, int64_t disc);
static int64_t seen(array_f8 state, array_f8 log_2, int64_t events, array_i8 measures, cube_i8 places, int64_t p, int64_t quarters, array_i8 kinds, double colour);
static int64_t class_of(int64_t whites, int64_t blacks, int64_t queen, int64_t striker, int64_t direct, int64_t lines, int64_t met);
static void stray(table_i8 strokes, int64_t s, array_f8 hand, double z0, double z1, double z2, table_i8 spans_2, table_i8 struck);
static void foresee_men(cube_i8 places, int64_t quarters, array_i8 kinds, array_f8 hand, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes);
static void turn_to_player(cube_i8 places, int64_t p, int64_t quarters, array_i8 kinds, array_f8 xs, array_f8 ys, array_i8 now);
static void survey_i8i8i8f8f8f8f8f8i8i4(cube_i8 places, array_i8 kinds, table_i8 seats, array_f8 eases, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes, table_i4 rows);
static int64_t directs(array_f8 xs, array_f8 ys, array_i8 kinds, array_i8 wanted, array_f8 places, array_f8 shape, table_f8 found);
static int64_t step_boards_f8i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8(array_f8 profile, Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, Law law, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, table_i8 strokes, array_i8 picks, int64_t first, int64_t last);
static int64_t rule_boards_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, Law law, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, array_i8 picks, int64_t first, int64_t last);
static void rule_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, Law law, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, int64_t b);
static void go_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static bool has_spot_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static int64_t spans_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static int64_t circles_on_lines_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static int64_t near_lines_i8i8i1i8f8i8f8i8i8i8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground);
static void put_off_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b);
static int64_t men_on_board_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side);
static int64_t colour_of(int64_t disc);
static int64_t colour_of_side(table_i8 info, array_i8 book, int64_t b, int64_t side);
static void put_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void placed_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b);
static void wait_no_more_i1(cube_i1 queues, int64_t b);
static bool drop_i1(cube_i1 queues, int64_t b, int64_t row_3, int64_t disc);
static void lose_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t disc);
static int64_t of_this_turn_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side);
static int64_t worth(array_i8 book, int64_t disc);
static bool has_place_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static bool due_place(array_i8 circles, int64_t n, array_i8 limits, array_i8 grid, array_f8 points, array_i8 found);
static int64_t circles_about_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, int64_t apart, int64_t reach, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void put_on_centre_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static int64_t length_i1(cube_i1 queues, int64_t b, int64_t row_3);
static void settle_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, bool met, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void write_result_i8i8i1i8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover);
static void note_queen(table_i8 info, int64_t b, array_i8 decision, int64_t mover, bool covers_2);
static void drop_own_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, int64_t side, table_i1 fallen);
static bool is_own_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t disc);
static void note_down_i1i1f8i8f8i8i1i8i8i8f8i8(cube_i1 queues, int64_t b, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, bool stroke, bool ended);
static void score_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover, table_i1 fallen, int64_t gained, bool ended, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static int64_t pay_counters_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void await_once_i1(cube_i1 queues, int64_t b, int64_t disc, int64_t by, int64_t owner);
static int64_t paid_from_the_end_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, array_i1 row_3, int64_t first, int64_t last, int64_t owed, int64_t by, int64_t side);
static void await_placing_i1(cube_i1 queues, int64_t b, int64_t disc, int64_t by, int64_t owner);
static int64_t counters_of_i1i1(array_i1 fallen, array_i1 row_3);
static void note_pocketed_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, int64_t mover, table_i1 fallen);
static void pay_colours_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void centre_last_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t number, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void call_back_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t by, int64_t charged, int64_t back, int64_t returned, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void push_i1(cube_i1 queues, int64_t b, int64_t row_3, int64_t disc);
static void clear_2_i1(cube_i1 queues, int64_t b, int64_t row_3);
static int64_t pocketed_own_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, int64_t side, table_i1 fallen);
static bool in_falling_order_i8i8f8f8i8i1i8i8(cube_i8 places, int64_t b, Seen_i8f8f8i8i1i8i8 seen_2);
static int64_t row_of_2(table_i8 slots, int64_t key);
static int64_t key_of_i8i8i1i8i8f8f8i8i1i8i8(Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, int64_t b);
static int64_t with_last_men(int64_t key, table_i8 info, array_i8 book, int64_t b, int64_t mover, int64_t own_before, int64_t own, int64_t others_before, int64_t others);
static int64_t with_side_i8i8i1i8(int64_t key, Tables_i8i8i1i8 tables, int64_t b, int64_t mover, int64_t own_before);
static int64_t with_queen(int64_t key, table_i8 info, int64_t b, int64_t mover);
static void play_boards_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8(array_f8 profile, Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, table_i8 strokes, array_i8 picks, int64_t first, int64_t last);
static void play_board_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(array_f8 profile, Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, table_i8 strokes, int64_t b);
static int64_t first_illegal_i8i8i1i8i8i8f8i8f8i8i8i8i8(Tables_i8i8i1i8 tables, table_i8 strokes, array_i8 picks, BoardParameters ground, int64_t fastest, int64_t most_spin);
static bool stands_legally_i8i8i1i8f8i8f8i8i8i8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t x, int64_t y, BoardParameters ground);
static void aim_i8i8i1i8f8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, array_f8 shares, table_i8 strokes, table_i8 reached, array_i8 picks, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk);
static void lead(table_f8 numbers, bool forwards, table_i8 strokes, array_i8 picks);
static void observe_i8i8i1i8i8f4(Tables_i8i8i1i8 tables, array_i8 seats, int64_t half, table_f4 seen_2);
static void observe_law_i8i8i1i8f4(Tables_i8i8i1i8 tables, int64_t b, int64_t side, array_f4 row_3);
static results_qq observe_discs_i8i8i1i8f4(Tables_i8i8i1i8 tables, int64_t b, int64_t back, int64_t colour, int64_t half, array_f4 row_3);
static int64_t strew(array_f8 draws, array_f8 start);
static void lay_2(array_f8 start, int64_t k, double x, double y, double radius, double mass);
static bool is_free(array_f8 start, int64_t n, double x, double y);
static results_dd spot(array_f8 draws, int64_t at_2, array_f8 start, int64_t n);
static int64_t lay_rows(array_f8 draws, array_f8 start);
static int64_t lay_rack(array_f8 draws, array_f8 start);
static void lay_striker(array_f8 draws, array_f8 start);
static int64_t play_and_inspect(array_f8 profile, array_f8 world, array_f8 start, int64_t n, array_f8 state, array_i8 marks, array_f8 log_2, array_f8 ghost, array_i8 ghost_marks, array_f8 found);
static void inspect(array_f8 profile, array_f8 state, array_f8 world, array_f8 log_2, int64_t n, int64_t events, array_f8 start, array_f8 ghost, array_i8 marks, array_f8 found);
static void note_escape(array_f8 found, array_f8 world, double radius, double x, double y);
static void note_2(array_f8 found, int64_t what, double value);
static double distance(double dx, double dy);
static void take_up(array_f8 profile, array_f8 ghost, array_i8 marks, array_f8 log_2, int64_t row_3, int64_t n, int64_t k, int64_t place, int64_t side, array_f8 world, array_f8 found);
static void weigh(array_f8 profile, array_f8 ghost, array_i8 marks, array_f8 log_2, int64_t event, array_f8 world, array_f8 found);
static double separation_energy(array_f8 ghost, array_i8 marks, array_f8 world, array_f8 log_2, int64_t event, int64_t i, int64_t j);
static void check_arrival(array_f8 profile, array_f8 ghost, array_i8 marks, array_f8 log_2, int64_t row_3, int64_t k, int64_t side, double drag, array_f8 found);
static double energy(array_f8 log_2, int64_t at_2, double mass);
static void follow_pairs(array_f8 profile, array_f8 ghost, array_i8 marks, int64_t n, double begin, double end, double drag, array_f8 start, array_f8 found);
static void follow(array_f8 profile, array_f8 ghost, array_i8 marks, int64_t i, int64_t j, double begin, double end, double drag, array_f8 start, array_f8 found);
static void begin_anew(array_f8 ghost, int64_t n, int64_t k, double when);
static void lay_out_start(array_f8 start, int64_t n, array_f8 state);
static int64_t film(array_f8 profile, table_f8 worlds, table_f8 begun, table_f8 sizes, array_f8 frames, array_i8 ends, array_f8 state, array_i8 marks, array_f8 log_2, array_f8 world, table_f8 x, table_f8 y);
static void follow_2(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t events, table_f8 begun, int64_t variant, int64_t k, array_f8 frames, int64_t start, int64_t end, table_f8 x, table_f8 y);
static void begin_leg(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, int64_t at_2, int64_t k, double drag);
static void set_up(array_f8 state, table_f8 begun, table_f8 sizes, int64_t variant, int64_t n);

/** Write the intervals that markings and discs leave free at an offset across, and return their number. */
static int64_t free_at(array_i8 circles, int64_t n, int64_t y, array_i8 lines, array_i8 free) {
  int64_t count = marked(y, lines, free);
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t up = circles.at[((3 * k) + 1)] - y;
    int64_t reach = circles.at[((3 * k) + 2)];
    int64_t room = (reach * reach) - (up * up);
    if (room > 0) {
      int64_t half = whole_root((room - 1));
      count = cut(free, count, (circles.at[(3 * k)] - half), (circles.at[(3 * k)] + half));
    }
  }
  return count;
}

/** Remove an interval from others, preserving their order, and return the number left. */
static int64_t cut(array_i8 free, int64_t count, int64_t low, int64_t high) {
  int64_t k = 0;
  while (k < count) {
    int64_t a = free.at[(2 * k)];
    int64_t b = free.at[((2 * k) + 1)];
    if ((high < a) || (low > b)) {
      k = k + 1;
    } else {
      if ((low > a) && (high < b)) {
        for (int64_t index_2 = (2 * count) - 1, index_2_end = (2 * k) - 1; index_2 > index_2_end; index_2--) {
          free.at[(index_2 + 2)] = free.at[index_2];
        }
        free.at[((2 * k) + 1)] = low - 1;
        free.at[((2 * k) + 2)] = high + 1;
        return count + 1;
      } else {
        if (low > a) {
          free.at[((2 * k) + 1)] = low - 1;
          k = k + 1;
        } else {
          if (high < b) {
            free.at[(2 * k)] = high + 1;
            k = k + 1;
          } else {
            for (int64_t index_3 = 2 * k, index_3_end = (2 * count) - 2; index_3 < index_3_end; index_3++) {
              free.at[index_3] = free.at[(index_3 + 2)];
            }
            count = count - 1;
          }
        }
      }
    }
  }
  return count;
}

/** Return the integer square root of `number` (0 or more), rounded down. */
static int64_t whole_root(int64_t number) {
  int64_t root = (int64_t)sqrt(number);
  while ((root * root) > number) {
    root = root - 1;
  }
  while (((root + 1) * (root + 1)) <= number) {
    root = root + 1;
  }
  return root;
}

/** Write the intervals that the markings alone allow: left circle, between the circles, right circle. */
static int64_t marked(int64_t y, array_i8 lines, array_i8 free) {
  int64_t circle = lines.at[0];
  int64_t apart = lines.at[1];
  int64_t covered = lines.at[2];
  int64_t between = (circle - whole_root(((apart * apart) - (y * y)))) - 1;
  int64_t near_2 = circle - whole_root(((covered * covered) - (y * y)));
  int64_t far = end_of(y, lines);
  int64_t count = add(free, 0, (-far), (-near_2));
  int64_t count_2 = add(free, count, (-between), between);
  return add(free, count_2, near_2, far);
}

/** Add an interval unless it is empty, and return the number of intervals. */
static int64_t add(array_i8 free, int64_t count, int64_t low, int64_t high) {
  if (low > high) {
    return count;
  }
  free.at[(2 * count)] = low;
  free.at[((2 * count) + 1)] = high;
  return count + 1;
}

/** Return the greatest legal offset, at which the circle stays covered and the arrow's edge untouched. */
static int64_t end_of(int64_t y, array_i8 lines) {
  int64_t covered = lines.at[2];
  int64_t clear_3 = lines.at[3];
  int64_t across = (covered * covered) - (y * y);
  int64_t on_circle = lines.at[0] + whole_root(((across > 0) ? (int64_t)across : 0));
  int64_t before_arrow = ((lines.at[4] - y) - whole_root((((2 * clear_3) * clear_3) - 1))) - 1;
  return (on_circle < before_arrow) ? (int64_t)on_circle : before_arrow;
}

/** Write the striker's legal spans, in order and without overlap, and return the number of rows. */
static int64_t spans(array_i8 circles, int64_t n, array_i8 lines, array_i8 free, array_i8 left, array_f8 points, array_i8 found) {
  int64_t count = 0;
  int64_t blocked = marked(0, lines, left);
  int64_t free_now = free_at(circles, n, 0, lines, free);
  for (int64_t k = 0, k_end = free_now; k < k_end; k++) {
    count = row_2(found, count, free.at[(2 * k)], free.at[((2 * k) + 1)], 0);
    blocked = cut(left, blocked, free.at[(2 * k)], free.at[((2 * k) + 1)]);
  }
  for (int64_t step = 1; step < 6; step++) {
    int64_t sign_values[] = {1, -1};
    for (int sign_index = 0; sign_index < 2; sign_index++) {
      int64_t sign = sign_values[sign_index];
      if (blocked == 0) {
        break;
      }
      int64_t y = sign * floor_quotient((lines.at[5] * step), 5);
      int64_t free_now_2 = free_at(circles, n, y, lines, free);
      for (int64_t k_2 = 0, k_2_end = free_now_2; k_2 < k_2_end; k_2++) {
        int64_t low = free.at[(2 * k_2)];
        int64_t high = free.at[((2 * k_2) + 1)];
        for (int64_t part = 0, part_end = blocked; part < part_end; part++) {
          int64_t a = (left.at[(2 * part)] > low) ? (int64_t)left.at[(2 * part)] : low;
          int64_t b = (left.at[((2 * part) + 1)] < high) ? (int64_t)left.at[((2 * part) + 1)] : high;
          if (a <= b) {
            count = row_2(found, count, a, b, y);
          }
        }
        blocked = cut(left, blocked, low, high);
      }
    }
  }
  if (count == 0) {
    return tight(circles, n, lines, free, points, found);
  }
  sort(found, count);
  return count;
}

/** Sort rows by their lower ends, which are all different. */
static void sort(array_i8 found, int64_t count) {
  for (int64_t k = 1, k_end = count; k < k_end; k++) {
    int64_t low = found.at[(3 * k)];
    int64_t high = found.at[((3 * k) + 1)];
    int64_t y = found.at[((3 * k) + 2)];
    int64_t at_2 = k;
    while ((at_2 > 0) && (found.at[((3 * at_2) - 3)] > low)) {
      found.at[(3 * at_2)] = found.at[((3 * at_2) - 3)];
      found.at[((3 * at_2) + 1)] = found.at[((3 * at_2) - 2)];
      found.at[((3 * at_2) + 2)] = found.at[((3 * at_2) - 1)];
      at_2 = at_2 - 1;
    }
    row_2(found, at_2, low, high, y);
  }
}

/** Write the intervals free at the first offset across that has any: in fine steps, then between two discs. */
static int64_t tight(array_i8 circles, int64_t n, array_i8 lines, array_i8 free, array_f8 points, array_i8 found) {
  for (int64_t step = 1; step < 20; step++) {
    int64_t sign_values[] = {1, -1};
    for (int sign_index = 0; sign_index < 2; sign_index++) {
      int64_t sign = sign_values[sign_index];
      int64_t count = parts(circles, n, (sign * floor_quotient((lines.at[5] * step), 19)), lines, free, found);
      if (count > 0) {
        return count;
      }
    }
  }
  int64_t least = lines.at[5] + 1;
  int64_t best = 0;
  for (int64_t i = 0, i_end = n; i < i_end; i++) {
    for (int64_t j = i + 1, j_end = n; j < j_end; j++) {
      if (!(cross(circles, i, j, points))) {
        continue;
      }
      int64_t k_values[] = {1, 5};
      for (int k_index = 0; k_index < 2; k_index++) {
        int64_t k = k_values[k_index];
        int64_t middle = nearest(points.at[k]);
        for (int64_t y = middle - 2, y_end = middle + 3; y < y_end; y++) {
          int64_t size_2 = (y >= 0) ? (int64_t)y : (-y);
          if ((size_2 < least) && (free_at(circles, n, y, lines, free) > 0)) {
            least = size_2;
            best = y;
          }
        }
      }
    }
  }
  return (least <= lines.at[5]) ? (int64_t)parts(circles, n, best, lines, free, found) : 0;
}

/** Return the nearest integer; ties go to the even one. */
static int64_t nearest(double number) {
  int64_t below_2 = (int64_t)number;
  if (below_2 > number) {
    below_2 = below_2 - 1;
  }
  double over = number - below_2;
  if ((over > 0.5) || ((over == 0.5) && (floor_rest(below_2, 2) != 0))) {
    return below_2 + 1;
  }
  return below_2;
}

/** Write the crossings of two circles: x, y and the outward direction, twice; return whether there are any. */
static bool cross(array_i8 circles, int64_t i, int64_t j, array_f8 points) {
  int64_t ax = circles.at[(3 * i)];
  int64_t ay = circles.at[((3 * i) + 1)];
  int64_t a = circles.at[((3 * i) + 2)];
  int64_t b = circles.at[((3 * j) + 2)];
  int64_t dx = circles.at[(3 * j)] - ax;
  int64_t dy = circles.at[((3 * j) + 1)] - ay;
  int64_t apart = (dx * dx) + (dy * dy);
  if ((apart == 0) || (apart > ((a + b) * (a + b))) || (apart < ((a - b) * (a - b)))) {
    return false;
  }
  double along = (double)((apart + (a * a)) - (b * b)) / (double)(2 * apart);
  double square = ((double)(a * a) / (double)apart) - (along * along);
  double across = (square > 0.0) ? sqrt(square) : 0.0;
  double x = ax + (along * dx);
  double y = ay + (along * dy);
  double length_2 = sqrt(apart);
  points.at[0] = x - (across * dy);
  points.at[1] = y + (across * dx);
  points.at[2] = (-dy) / length_2;
  points.at[3] = dx / length_2;
  points.at[4] = x + (across * dy);
  points.at[5] = y - (across * dx);
  points.at[6] = dy / length_2;
  points.at[7] = (-dx) / length_2;
  return true;
}

/** Write the intervals free at an offset across as rows, and return their number. */
static int64_t parts(array_i8 circles, int64_t n, int64_t y, array_i8 lines, array_i8 free, array_i8 found) {
  int64_t count = free_at(circles, n, y, lines, free);
  for (int64_t k = 0, k_end = count; k < k_end; k++) {
    row_2(found, k, free.at[(2 * k)], free.at[((2 * k) + 1)], y);
  }
  return count;
}

/** Add a row and return the number of rows. */
static int64_t row_2(array_i8 found, int64_t count, int64_t low, int64_t high, int64_t y) {
  found.at[(3 * count)] = low;
  found.at[((3 * count) + 1)] = high;
  found.at[((3 * count) + 2)] = y;
  return count + 1;
}

/** Write at most `most` legal points for a due piece to `found`, and return their number; 0 means no room. */
static int64_t due_places(array_i8 circles, int64_t n, array_i8 limits, array_i8 grid, array_f8 points, array_i8 found, int64_t most) {
  int64_t allowed = limits.at[3];
  int64_t count = 0;
  int64_t shots_values[] = {0, 1};
  for (int shots_index = 0; shots_index < 2; shots_index++) {
    int64_t shots = shots_values[shots_index];
    if (shots < allowed) {
      continue;
    }
    limits.at[3] = shots;
    for (int64_t k = 0, k_end = floor_quotient(grid.size, 2); k < k_end; k++) {
      if (count >= most) {
        break;
      }
      if (fits(circles, n, grid.at[(2 * k)], grid.at[((2 * k) + 1)], limits)) {
        found.at[(2 * count)] = grid.at[(2 * k)];
        found.at[((2 * count) + 1)] = grid.at[((2 * k) + 1)];
        count = count + 1;
      }
    }
    if (count == 0) {
      for (int64_t edge = 0; edge < 2; edge++) {
        circles.at[(3 * (n + edge))] = 0;
        circles.at[((3 * (n + edge)) + 1)] = 0;
        circles.at[((3 * (n + edge)) + 2)] = limits.at[(0 + edge)];
      }
      count = crossing_places(circles, n, (n + 1), (n + 2), limits, points, found, 0);
    }
    if (count > 0) {
      break;
    }
  }
  limits.at[3] = allowed;
  return count;
}

/** Write whole points that fit, at every crossing of two of `every` circles that the first `over` do not cover. */
static int64_t crossing_places(array_i8 circles, int64_t n, int64_t over, int64_t every, array_i8 limits, array_f8 points, array_i8 found, int64_t count) {
  for (int64_t i = 0, i_end = every; i < i_end; i++) {
    for (int64_t j = i + 1, j_end = every; j < j_end; j++) {
      if (!(cross(circles, i, j, points))) {
        continue;
      }
      int64_t k_values[] = {0, 4};
      for (int k_index = 0; k_index < 2; k_index++) {
        int64_t k = k_values[k_index];
        if (!(covers(circles, over, points.at[k], points.at[(k + 1)]))) {
          count = first_fitting(circles, n, points.at[k], points.at[(k + 1)], points.at[(k + 2)], points.at[(k + 3)], limits, found, count);
        }
      }
    }
  }
  return count;
}

/** Write the whole points that fit within 2 µm of a point, or of the first of the steps from it along (across, up). */
static int64_t first_fitting(array_i8 circles, int64_t n, double x, double y, double across, double up, array_i8 limits, array_i8 found, int64_t count) {
  int64_t before_2 = count;
  array_i8 step_values = ((array_i8){(int64_t *)STEPS, 16});
  for (int64_t step_index = 0; step_index < step_values.size; step_index++) {
    int64_t step = step_values.at[step_index];
    int64_t near_x = nearest((x + (step * across)));
    int64_t near_y = nearest((y + (step * up)));
    for (int64_t dx = -2; dx < 3; dx++) {
      for (int64_t dy = -2; dy < 3; dy++) {
        if ((((2 * count) + 1) < found.size) && fits(circles, n, (near_x + dx), (near_y + dy), limits)) {
          found.at[(2 * count)] = near_x + dx;
          found.at[((2 * count) + 1)] = near_y + dy;
          count = count + 1;
        }
      }
    }
    if (count > before_2) {
      break;
    }
  }
  return count;
}

/** Return whether a point is inside one of n circles by more than rounding errors. */
static bool covers(array_i8 circles, int64_t n, double x, double y) {
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    double dx = x - circles.at[(3 * k)];
    double dy = y - circles.at[((3 * k) + 1)];
    int64_t reach = circles.at[((3 * k) + 2)] - 3;
    if (((dx * dx) + (dy * dy)) < (reach * reach)) {
      return true;
    }
  }
  return false;
}

/** Return whether a disc may be at a point: inside the limits, and clear of all circles. */
static bool fits(array_i8 circles, int64_t n, int64_t x, int64_t y, array_i8 limits) {
  int64_t distance_2 = (x * x) + (y * y);
  if ((distance_2 < (limits.at[0] * limits.at[0])) || (distance_2 > (limits.at[1] * limits.at[1]))) {
    return false;
  }
  int64_t box = limits.at[2];
  if ((x >= box) || ((-x) >= box) || (y >= box) || ((-y) >= box)) {
    return false;
  }
  if (overlapped(circles, n, x, y) >= 0) {
    return false;
  }
  return (limits.at[3] != 0) || !(makes_a_shot(x, y, limits));
}

/** Return whether the line through a point and the queen, in either order, points at a pocket. */
static bool makes_a_shot(int64_t x, int64_t y, array_i8 limits) {
  int64_t qx = limits.at[4];
  int64_t qy = limits.at[5];
  int64_t corner = limits.at[6];
  int64_t width = limits.at[7];
  int64_t sx_values[] = {-corner, corner};
  for (int sx_index = 0; sx_index < 2; sx_index++) {
    int64_t sx = sx_values[sx_index];
    int64_t sy_values[] = {-corner, corner};
    for (int sy_index = 0; sy_index < 2; sy_index++) {
      int64_t sy = sy_values[sy_index];
      if (points_at(x, y, qx, qy, sx, sy, width) || points_at(qx, qy, x, y, sx, sy, width)) {
        return true;
      }
    }
  }
  return false;
}

/** Return whether the ray from a through b passes p, beyond b, within a distance of `width`. */
static bool points_at(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t px, int64_t py, int64_t width) {
  int64_t dx = bx - ax;
  int64_t dy = by - ay;
  int64_t ex = px - bx;
  int64_t ey = py - by;
  return (((dx * ex) + (dy * ey)) > 0) && is_within(((dx * ey) - (dy * ex)), width, ((dx * dx) + (dy * dy)));
}

/** Return whether `aside`² ≤ `width`² × `squared`, exactly, even if the products do not fit into 64 bits. */
static bool is_within(int64_t aside, int64_t width, int64_t squared_2) {
  double left = ((double)aside) * ((double)aside);
  double right = (((double)width) * ((double)width)) * ((double)squared_2);
  if (left < (right * 0.999999999)) {
    return true;
  }
  if (left > (right * 1.000000001)) {
    return false;
  }
  return ((aside * aside) - ((width * width) * squared_2)) <= 0;
}

/** Return the index of the first of n circles that contains a point, or −1. */
static int64_t overlapped(array_i8 circles, int64_t n, int64_t x, int64_t y) {
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t dx = circles.at[(3 * k)] - x;
    int64_t dy = circles.at[((3 * k) + 1)] - y;
    int64_t reach = circles.at[((3 * k) + 2)];
    if (((dx * dx) + (dy * dy)) < (reach * reach)) {
      return k;
    }
  }
  return -1;
}

/** Write the point where the umpire puts a disc to the start of `found`; return whether there is one. */
static bool centre_place(array_i8 circles, int64_t n, array_i8 limits, int64_t quarters, int64_t touching, array_f8 points, array_i8 found) {
  if (overlapped(circles, n, 0, 0) < 0) {
    found.at[0] = 0;
    found.at[1] = 0;
    return true;
  }
  int64_t count = nearest_places(circles, n, limits, found, 0);
  int64_t count_2 = crossing_places(circles, n, n, n, limits, points, found, count);
  int64_t best = -1;
  int64_t beyond = -1;
  for (int64_t k = 0, k_end = count_2; k < k_end; k++) {
    if ((best < 0) || is_preferred(found, k, best, quarters)) {
      best = k;
    }
    bool ahead = away_from(found.at[(2 * k)], found.at[((2 * k) + 1)], quarters) > 0;
    if (ahead && ((beyond < 0) || is_preferred(found, k, beyond, quarters))) {
      beyond = k;
    }
  }
  int64_t chosen = best;
  int64_t limit = touching - 500;
  if ((best < 0) || (squared(found, best) >= (limit * limit))) {
    if (beyond >= 0) {
      chosen = beyond;
    }
    int64_t away = straight_behind(circles, n, limits, quarters);
    if ((away > 0) && ((beyond < 0) || (away <= 500) || is_within((away - 500), 1, squared(found, beyond)))) {
      write_away(found, away, quarters);
      return true;
    }
  }
  if (chosen < 0) {
    return false;
  }
  int64_t held = found.at[(2 * chosen)];
  int64_t held_2 = found.at[((2 * chosen) + 1)];
  found.at[0] = held;
  found.at[1] = held_2;
  return true;
}

/** Write the point at this distance straight behind the centre to the start of `found`. */
static void write_away(array_i8 found, int64_t away, int64_t quarters) {
  results_qq held = behind(away, quarters);
  found.at[0] = held.p0;
  found.at[1] = held.p1;
}

/** Return the point at this distance straight behind the centre, as a player sees it. */
static results_qq behind(int64_t away, int64_t quarters) {
  if (quarters == 0) {
    return (results_qq){0, away};
  }
  if (quarters == 1) {
    return (results_qq){-away, 0};
  }
  if (quarters == 2) {
    return (results_qq){0, -away};
  }
  return (results_qq){away, 0};
}

/** Return the distance behind the centre, for a player, of the nearest free point straight behind it; 0 if none. */
static int64_t straight_behind(array_i8 circles, int64_t n, array_i8 limits, int64_t quarters) {
  int64_t nearest_2 = 0;
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t x = circles.at[(3 * k)];
    int64_t y = circles.at[((3 * k) + 1)];
    int64_t reach = circles.at[((3 * k) + 2)];
    int64_t across = away_from(x, y, floor_rest((quarters + 1), 4));
    if (((-reach) < across) && (across < reach)) {
      int64_t away = (away_from(x, y, quarters) + whole_root((((reach * reach) - (across * across)) - 1))) + 1;
      if ((away > 0) && ((nearest_2 == 0) || (away < nearest_2))) {
        results_qq held = behind(away, quarters);
        int64_t bx = held.p0;
        int64_t by = held.p1;
        if (fits(circles, n, bx, by, limits)) {
          nearest_2 = away;
        }
      }
    }
  }
  return nearest_2;
}

/** Return the squared distance of a found point from the centre. */
static int64_t squared(array_i8 found, int64_t k) {
  return (found.at[(2 * k)] * found.at[(2 * k)]) + (found.at[((2 * k) + 1)] * found.at[((2 * k) + 1)]);
}

/** Return how far beyond the centre a point is for a player; `quarters` are the quarter turns from south to their seat. */
static int64_t away_from(int64_t x, int64_t y, int64_t quarters) {
  if (quarters == 0) {
    return y;
  }
  if (quarters == 1) {
    return -x;
  }
  if (quarters == 2) {
    return -y;
  }
  return x;
}

/** Return whether the umpire prefers one found point to another. */
static bool is_preferred(array_i8 found, int64_t k, int64_t other, int64_t quarters) {
  int64_t ax = found.at[(2 * k)];
  int64_t ay = found.at[((2 * k) + 1)];
  int64_t bx = found.at[(2 * other)];
  int64_t by = found.at[((2 * other) + 1)];
  return before(ax, ay, bx, by, away_from(ax, ay, quarters), away_from(bx, by, quarters));
}

/** Return whether point a ranks before b: nearest to the centre, then furthest from the next player, then by x and y. */
static bool before(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t away_a, int64_t away_b) {
  int64_t a = (ax * ax) + (ay * ay);
  int64_t b = (bx * bx) + (by * by);
  if (a != b) {
    return a < b;
  }
  if (away_a != away_b) {
    return away_a > away_b;
  }
  return (ax < bx) || ((ax == bx) && (ay < by));
}

/** Write whole points that fit, at each circle's point nearest to the board's centre. */
static int64_t nearest_places(array_i8 circles, int64_t n, array_i8 limits, array_i8 found, int64_t count) {
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t x = circles.at[(3 * k)];
    int64_t y = circles.at[((3 * k) + 1)];
    double distance_2 = sqrt(((x * x) + (y * y)));
    if (distance_2 > 0.0) {
      int64_t reach = circles.at[((3 * k) + 2)];
      count = first_fitting(circles, n, (x - ((x * reach) / distance_2)), (y - ((y * reach) / distance_2)), ((-x) / distance_2), ((-y) / distance_2), limits, found, count);
    }
  }
  return count;
}

/** Play a stroke to its end and return the number of its events, or −1 if the budget ran out. */
static int64_t play(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t n) {
  double drag = world.at[0];
  double now = 0.0;
  lay_out(profile, state, marks, n, drag);
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    if (state.at[(696 + k)] > 0.0) {
      meet_edge(profile, state, marks, world, k);
    }
  }
  for (int64_t k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    if (state.at[(696 + k_2)] > 0.0) {
      foresee(profile, state, marks, n, k_2, k_2, now, drag);
    }
  }
  int64_t events = 0;
  int64_t capacity = floor_quotient(log_2.size, 24);
  for (int64_t clock = 1; clock < 200000; clock++) {
    results_qq held = next_event(profile, state, marks, n, now, drag);
    int64_t i = held.p0;
    int64_t kind = held.p1;
    if (i < 0) {
      return events;
    }
    now = (kind != 0) ? state.at[(456 + i)] : state.at[(480 + i)];
    bring_to(profile, state, marks, n, now, drag);
    int64_t at_2 = (events < capacity) ? (int64_t)(events * 24) : (-1);
    marks.at[(72 + i)] = clock;
    int64_t j = i;
    if ((kind == 4) && comes_out(state, world, i, now)) {
      climb(profile, state, marks, world, log_2, at_2, i, now);
      events = events + 1;
      meet_edge(profile, state, marks, world, i);
      foresee(profile, state, marks, n, i, i, now, drag);
      continue;
    }
    if (kind == 3 || kind == 4) {
      fall(profile, state, marks, log_2, at_2, i, now, drag);
      events = events + 1;
      if (marks.at[(144 + i)] != 0) {
        return events;
      }
      continue;
    }
    if (kind == 0) {
      j = marks.at[(24 + i)];
      marks.at[(72 + j)] = clock;
      if (collide(profile, state, marks, world, log_2, at_2, i, j, now, events)) {
        events = events + 1;
        note_touch(state, i, j, now);
        meet_edge(profile, state, marks, world, i);
        meet_edge(profile, state, marks, world, j);
      }
    } else {
      bounce(profile, state, marks, world, log_2, at_2, kind, i, now);
      events = events + 1;
      meet_edge(profile, state, marks, world, i);
    }
    foresee(profile, state, marks, n, i, j, now, drag);
  }
  return -1;
}

/** Bounce disc k, which must be at `now`, off the frame, and start its new motion. */
INLINED void bounce(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t at_2, int64_t kind, int64_t k, double now) {
  double drag = world.at[0];
  double x = state.at[(648 + k)];
  double y = state.at[(672 + k)];
  double vx = state.at[(48 + k)] * state.at[(696 + k)];
  double vy = state.at[(72 + k)] * state.at[(696 + k)];
  double rim = rim_speed(profile, state, marks, k, now, drag);
  double reach = world.at[5] - state.at[(168 + k)];
  double mass = state.at[(192 + k)];
  double nx = 0.0;
  double ny = 0.0;
  if (kind == 1) {
    nx = (x > 0.0) ? 1.0 : (-1.0);
    x = reach * nx;
  } else {
    ny = (y > 0.0) ? 1.0 : (-1.0);
    y = reach * ny;
  }
  double into = (vx * nx) + (vy * ny);
  double restitution = softened(world.at[2], world.at[8], into);
  double normal = (1.0 + restitution) * into;
  double sliding = ((vy * nx) - (vx * ny)) + rim;
  double tangent = limited((((-sliding) * (1.0 + world.at[12])) / 3.0), (world.at[4] * normal));
  if (at_2 >= 0) {
    log_2.at[(at_2 + 0)] = kind;
    log_2.at[(at_2 + 1)] = k;
    log_2.at[(at_2 + 2)] = -1.0;
    log_2.at[(at_2 + 3)] = now;
    log_2.at[(at_2 + 4)] = x;
    log_2.at[(at_2 + 5)] = y;
    log_2.at[(at_2 + 6)] = 0.0;
    log_2.at[(at_2 + 7)] = 0.0;
    log_2.at[(at_2 + 8)] = nx;
    log_2.at[(at_2 + 9)] = ny;
    log_2.at[(at_2 + 10)] = normal * mass;
    log_2.at[(at_2 + 11)] = tangent * mass;
    write_motion(log_2, (at_2 + 12), vx, vy, rim);
  }
  if (kind == 1) {
    vx = (-restitution) * vx;
    vy = vy + (tangent * nx);
  } else {
    vx = vx - (tangent * ny);
    vy = (-restitution) * vy;
  }
  rim = rim + (tangent / 0.5);
  if (at_2 >= 0) {
    write_motion(log_2, (at_2 + 18), vx, vy, rim);
    write_motion(log_2, ((at_2 + 12) + 3), 0.0, 0.0, 0.0);
    write_motion(log_2, ((at_2 + 18) + 3), 0.0, 0.0, 0.0);
  }
  sink_to(state, k, now);
  state.at[(0 + k)] = x;
  state.at[(24 + k)] = y;
  launch(profile, state, marks, k, now, drag, vx, vy, rim);
}

/** Start the motion of disc k from its place at `now` with this velocity and rim speed. */
INLINED void launch(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double now, double drag, double vx, double vy, double spin) {
  double v = sqrt(((vx * vx) + (vy * vy)));
  double rim = (spin >= 0.0) ? spin : (-spin);
  int64_t branch = 2;
  if (v <= 0.0) {
    branch = 4;
  }
  if (profile.at != NULL) {
    branch = _branch(profile, v, rim);
    if (branch >= 3) {
      v = 0.0;
    }
  }
  state.at[(144 + k)] = now;
  state.at[(96 + k)] = v;
  state.at[(120 + k)] = spin;
  state.at[(456 + k)] = 1e+300;
  marks.at[(0 + k)] = branch;
  double length_2 = 0.0;
  double duration = 0.0;
  double last = 0.0;
  double first = 0.0;
  if (v > 0.0) {
    state.at[(48 + k)] = vx / v;
    state.at[(72 + k)] = vy / v;
    duration = v / drag;
    length_2 = (0.5 * v) * duration;
    last = drag;
    first = drag;
    if ((profile.at != NULL) && (branch != 2)) {
      double tau = tau_of_ratio(profile, branch, (v / rim));
      results_ddd held = slide(profile, branch, tau);
      double unit = held.p0;
      double way = held.p1;
      double force = held.p2;
      double scale = v / unit;
      double area = (scale * scale) / drag;
      duration = (scale * tau) / drag;
      length_2 = area * way;
      last = drag * profile.at[1];
      first = drag * force;
      state.at[(216 + k)] = tau;
      state.at[(264 + k)] = scale;
      state.at[(240 + k)] = drag / scale;
      state.at[(288 + k)] = area;
      state.at[(312 + k)] = way;
    }
  }
  state.at[(336 + k)] = now + duration;
  state.at[(360 + k)] = length_2;
  state.at[(384 + k)] = state.at[(0 + k)] + (state.at[(48 + k)] * length_2);
  state.at[(408 + k)] = state.at[(24 + k)] + (state.at[(72 + k)] * length_2);
  state.at[(432 + k)] = last;
  state.at[(648 + k)] = state.at[(0 + k)];
  state.at[(672 + k)] = state.at[(24 + k)];
  state.at[(696 + k)] = v;
  state.at[(720 + k)] = first;
  state.at[(744 + k)] = 0.0;
}

/** Return U, X and the deceleration dU/dτ at τ. */
static results_ddd slide(array_f8 profile, int64_t branch, double tau) {
  if (tau <= 2.3283064365386963e-10) {
    double force = profile.at[1];
    if (tau < 0.0) {
      tau = 0.0;
    }
    return (results_ddd){force * tau, ((0.5 * force) * tau) * tau, force};
  }
  int64_t at_2 = 2 + (((branch * 2048) + cell_of(tau)) * 10);
  double h = tau - profile.at[at_2];
  double c0 = profile.at[(at_2 + 1)];
  double c1 = profile.at[(at_2 + 2)];
  double c2 = profile.at[(at_2 + 3)];
  double c3 = profile.at[(at_2 + 4)];
  double speed = c0 + (h * (c1 + (h * (c2 + (h * c3)))));
  double way = profile.at[(at_2 + 5)] + (h * (c0 + (h * ((0.5 * c1) + (h * ((0.3333333333333333 * c2) + (h * (0.25 * c3))))))));
  return (results_ddd){speed, way, c1 + (h * ((2.0 * c2) + (h * (3.0 * c3))))};
}

/** Return the index of the cell that holds τ. */
static int64_t cell_of(double tau) {
  results_dq held = parts_of(tau);
  double mantissa = held.p0;
  int64_t exponent = held.p1;
  return (((exponent - 1) - (-32)) * 16) + ((int64_t)((mantissa * 32.0) - 16));
}

/** Return τ where U/S is `ratio`: find the cell by the guide, then use Newton's method on the cubics within it. */
static double tau_of_ratio(array_f8 profile, int64_t branch, double ratio) {
  int64_t base = 40962 + (branch * 2049);
  double sign = (branch == 0) ? 1.0 : (-1.0);
  double wanted = sign * ratio;
  if (wanted <= (sign * profile.at[base])) {
    return 2.3283064365386963e-10;
  }
  int64_t low = (int64_t)profile.at[((45060 + (branch * 1280)) + guide_of(profile, branch, ratio))];
  while ((sign * profile.at[((base + low) + 1)]) <= wanted) {
    low = low + 1;
  }
  int64_t at_2 = 2 + (((branch * 2048) + low) * 10);
  double knot = profile.at[at_2];
  int64_t octave = floor_quotient(low, 16);
  double width = profile.at[(at_2 - ((low - (octave * 16)) * 10))] / 16;
  double a0 = profile.at[(at_2 + 1)] - (ratio * profile.at[(at_2 + 6)]);
  double a1 = profile.at[(at_2 + 2)] - (ratio * profile.at[(at_2 + 7)]);
  double a2 = profile.at[(at_2 + 3)] - (ratio * profile.at[(at_2 + 8)]);
  double a3 = profile.at[(at_2 + 4)] - (ratio * profile.at[(at_2 + 9)]);
  double h = (width * (ratio - profile.at[(base + low)])) / (profile.at[((base + low) + 1)] - profile.at[(base + low)]);
  for (int64_t _ = 0; _ < 3; _++) {
    h = h - ((a0 + (h * (a1 + (h * (a2 + (h * a3)))))) / (a1 + (h * ((2.0 * a2) + (h * (3.0 * a3))))));
  }
  if (h < 0.0) {
    h = 0.0;
  }
  if (h > width) {
    h = width;
  }
  return knot + h;
}

/** Return the index of a ratio in the guide to the knots, which is logarithmic. */
static int64_t guide_of(array_f8 profile, int64_t branch, double ratio) {
  double away = (branch == 0) ? (ratio - profile.at[0]) : ((1.0 / ratio) - (1.0 / profile.at[0]));
  results_dq held = parts_of(away);
  double mantissa = held.p0;
  int64_t exponent = held.p1;
  if ((away <= 0.0) || (exponent <= (-24))) {
    return 0;
  }
  return ((exponent - (-24)) * 16) + ((int64_t)((mantissa * 32.0) - 16));
}

/** Return the branch of motion of a disc with sliding speed v and rim speed `rim`. */
static int64_t _branch(array_f8 profile, double v, double rim) {
  if (v <= 0.0) {
    return (rim > 0.0) ? (int64_t)3 : 4;
  }
  if (v >= (rim * profile.at[43009])) {
    return 2;
  }
  if (v <= (rim * profile.at[45058])) {
    return 3;
  }
  return (v >= (rim * profile.at[0])) ? (int64_t)0 : 1;
}

/** Advance the sinking of disc k to `now`, before a new motion starts. */
static void sink_to(array_f8 state, int64_t k, double now) {
  if (state.at[(552 + k)] > now) {
    return;
  }
  double begun = (state.at[(552 + k)] > state.at[(144 + k)]) ? state.at[(552 + k)] : state.at[(144 + k)];
  double dt = now - begun;
  state.at[(576 + k)] = state.at[(576 + k)] + ((state.at[(600 + k)] + ((0.5 * state.at[(624 + k)]) * dt)) * dt);
  state.at[(600 + k)] = state.at[(600 + k)] + (state.at[(624 + k)] * dt);
}

/** Write a velocity and a rim speed into the log. */
static void write_motion(array_f8 log_2, int64_t at_2, double vx, double vy, double rim) {
  log_2.at[at_2] = vx;
  log_2.at[(at_2 + 1)] = vy;
  log_2.at[(at_2 + 2)] = rim;
}

/** Return the value clipped to ± limit. */
static double limited(double value, double limit) {
  if (value > limit) {
    return limit;
  }
  if (value < (-limit)) {
    return -limit;
  }
  return value;
}

/** Return the restitution at an impact speed; above the knee it falls with the fourth root of the speed. */
static double softened(double restitution, double knee, double closing) {
  if ((knee <= 0.0) || (closing <= knee)) {
    return restitution;
  }
  return restitution * sqrt(sqrt((knee / closing)));
}

/** Return the signed speed of disc k's rim at a time since its last event. */
static double rim_speed(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, double drag) {
  if (profile.at == NULL) {
    return 0.0;
  }
  double spin = state.at[(120 + k)];
  double rim = (spin >= 0.0) ? spin : (-spin);
  int64_t branch = marks.at[(0 + k)];
  double dt = when - state.at[(144 + k)];
  if (branch <= 1) {
    rim = state.at[(264 + k)] * twirl(profile, branch, (state.at[(216 + k)] - (dt * state.at[(240 + k)])));
  } else {
    if (branch == 2) {
      if (when >= state.at[(336 + k)]) {
        rim = 0.0;
      }
    } else {
      rim = rim - ((1.3333333333333333 * drag) * dt);
    }
  }
  if (rim < 0.0) {
    rim = 0.0;
  }
  return (spin >= 0.0) ? rim : (-rim);
}

/** Return S at τ. */
static double twirl(array_f8 profile, int64_t branch, double tau) {
  if (tau <= 2.3283064365386963e-10) {
    if (tau < 0.0) {
      tau = 0.0;
    }
    return (profile.at[1] * tau) / profile.at[0];
  }
  int64_t at_2 = 2 + (((branch * 2048) + cell_of(tau)) * 10);
  double h = tau - profile.at[at_2];
  return profile.at[(at_2 + 6)] + (h * (profile.at[(at_2 + 7)] + (h * (profile.at[(at_2 + 8)] + (h * profile.at[(at_2 + 9)])))));
}

/** Record the striker's first contact with another disc. */
static void note_touch(array_f8 state, int64_t i, int64_t j, double now) {
  if ((i == 0) && (state.at[(528 + j)] == 1e+300)) {
    state.at[(528 + j)] = now;
  }
  if ((j == 0) && (state.at[(528 + i)] == 1e+300)) {
    state.at[(528 + i)] = now;
  }
}

/** Collide discs i and j, which must be at `now`, and start their new motion; return whether they approached. */
INLINED bool collide(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t at_2, int64_t i, int64_t j, double now, int64_t events) {
  double drag = world.at[0];
  double xi = state.at[(648 + i)];
  double yi = state.at[(672 + i)];
  double xj = state.at[(648 + j)];
  double yj = state.at[(672 + j)];
  double vix = state.at[(48 + i)] * state.at[(696 + i)];
  double viy = state.at[(72 + i)] * state.at[(696 + i)];
  double vjx = state.at[(48 + j)] * state.at[(696 + j)];
  double vjy = state.at[(72 + j)] * state.at[(696 + j)];
  double dx = xj - xi;
  double dy = yj - yi;
  double scale = 1.0 / sqrt(((dx * dx) + (dy * dy)));
  double nx = dx * scale;
  double ny = dy * scale;
  double closing = ((vjx - vix) * nx) + ((vjy - viy) * ny);
  if (closing >= 1e-07) {
    return false;
  }
  double si = rim_speed(profile, state, marks, i, now, drag);
  double sj = rim_speed(profile, state, marks, j, now, drag);
  double mi = state.at[(192 + i)];
  double mj = state.at[(192 + j)];
  double parting = (-softened(world.at[1], world.at[8], (-closing))) * closing;
  double least = least_separation(marks, world, i, j, events, (-closing));
  if (parting < least) {
    parting = least;
  }
  double reduced = (mi * mj) / (mi + mj);
  double normal = (parting - closing) * reduced;
  double sliding = (((vjy - viy) * nx) - ((vjx - vix) * ny)) - (sj + si);
  double tangent = limited(((((-sliding) * (1.0 + world.at[11])) * reduced) / 3.0), (world.at[3] * normal));
  double px = (normal * nx) - (tangent * ny);
  double py = (normal * ny) + (tangent * nx);
  if (at_2 >= 0) {
    log_2.at[(at_2 + 0)] = 0;
    log_2.at[(at_2 + 1)] = i;
    log_2.at[(at_2 + 2)] = j;
    log_2.at[(at_2 + 3)] = now;
    log_2.at[(at_2 + 4)] = xi;
    log_2.at[(at_2 + 5)] = yi;
    log_2.at[(at_2 + 6)] = xj;
    log_2.at[(at_2 + 7)] = yj;
    log_2.at[(at_2 + 8)] = nx;
    log_2.at[(at_2 + 9)] = ny;
    log_2.at[(at_2 + 10)] = normal;
    log_2.at[(at_2 + 11)] = tangent;
    write_motion(log_2, (at_2 + 12), vix, viy, si);
    write_motion(log_2, ((at_2 + 12) + 3), vjx, vjy, sj);
  }
  vix = vix - (px / mi);
  viy = viy - (py / mi);
  vjx = vjx + (px / mj);
  vjy = vjy + (py / mj);
  si = si - (tangent / (mi * 0.5));
  sj = sj - (tangent / (mj * 0.5));
  if (at_2 >= 0) {
    write_motion(log_2, (at_2 + 18), vix, viy, si);
    write_motion(log_2, ((at_2 + 18) + 3), vjx, vjy, sj);
  }
  sink_to(state, i, now);
  sink_to(state, j, now);
  state.at[(0 + i)] = xi;
  state.at[(24 + i)] = yi;
  state.at[(0 + j)] = xj;
  state.at[(24 + j)] = yj;
  launch(profile, state, marks, i, now, drag, vix, viy, si);
  launch(profile, state, marks, j, now, drag, vjx, vjy, sj);
  return true;
}

/** Count a collision of discs i and j at this impact speed; return the minimum speed at which they separate. */
static double least_separation(array_i8 marks, array_f8 world, int64_t i, int64_t j, int64_t events, double closing) {
  double over = ((marks.at[(120 + i)] < marks.at[(120 + j)]) ? (int64_t)marks.at[(120 + i)] : marks.at[(120 + j)]) - world.at[9];
  if ((events - world.at[10]) > over) {
    over = events - world.at[10];
  }
  marks.at[(120 + i)] = marks.at[(120 + i)] + 1;
  marks.at[(120 + j)] = marks.at[(120 + j)] + 1;
  if (over <= 0.0) {
    return 0.0001;
  }
  double least = 0.0001 * (1.0 + (over / 16.0));
  if (least > 0.0005) {
    least = 0.0005;
  }
  double elastic = (0.0001 * over) * over;
  if (elastic > closing) {
    elastic = closing;
  }
  return (elastic > least) ? elastic : least;
}

/** Remove disc k from the board: it falls into its pocket. */
INLINED void fall(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, int64_t at_2, int64_t k, double now, double drag) {
  if (at_2 >= 0) {
    double vx = state.at[(48 + k)] * state.at[(696 + k)];
    double vy = state.at[(72 + k)] * state.at[(696 + k)];
    double rim = rim_speed(profile, state, marks, k, now, drag);
    log_2.at[(at_2 + 0)] = 3;
    log_2.at[(at_2 + 1)] = k;
    log_2.at[(at_2 + 2)] = -1.0;
    log_2.at[(at_2 + 3)] = now;
    log_2.at[(at_2 + 4)] = state.at[(648 + k)];
    log_2.at[(at_2 + 5)] = state.at[(672 + k)];
    for (int64_t place = (at_2 + 4) + 2, place_end = at_2 + 24; place < place_end; place++) {
      log_2.at[place] = 0.0;
    }
    write_motion(log_2, (at_2 + 12), vx, vy, rim);
    write_motion(log_2, (at_2 + 18), vx, vy, rim);
  }
  clear(state, k);
  launch(profile, state, marks, k, now, drag, 0.0, 0.0, 0.0);
  state.at[(504 + k)] = now;
  state.at[(552 + k)] = 1e+300;
  state.at[(480 + k)] = 1e+300;
}

/** Move disc k out of reach of all others. */
static void clear(array_f8 state, int64_t k) {
  state.at[(0 + k)] = 1000.0 + (10.0 * k);
  state.at[(24 + k)] = 1000.0;
  state.at[(168 + k)] = 0.0;
  state.at[(192 + k)] = 1.0;
  state.at[(768 + k)] = 0.0;
  state.at[(792 + k)] = 0.0;
  state.at[(120 + k)] = 0.0;
}

/** Move disc k, which must be at `now`, out of the hole, and start its new motion. */
static void climb(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t at_2, int64_t k, double now) {
  double drag = world.at[0];
  double x = state.at[(648 + k)];
  double y = state.at[(672 + k)];
  double vx = state.at[(48 + k)] * state.at[(696 + k)];
  double vy = state.at[(72 + k)] * state.at[(696 + k)];
  double rim = rim_speed(profile, state, marks, k, now, drag);
  results_ddd held = outward(state, world, k);
  double nx = held.p0;
  double ny = held.p1;
  double speed = held.p2;
  double lost = speed - (speed_along(state, world, k) * (1.0 - (state.at[(576 + k)] / world.at[7])));
  if (at_2 >= 0) {
    log_2.at[(at_2 + 0)] = 4;
    log_2.at[(at_2 + 1)] = k;
    log_2.at[(at_2 + 2)] = -1.0;
    log_2.at[(at_2 + 3)] = now;
    log_2.at[(at_2 + 4)] = x;
    log_2.at[(at_2 + 5)] = y;
    log_2.at[(at_2 + 6)] = 0.0;
    log_2.at[(at_2 + 7)] = 0.0;
    log_2.at[(at_2 + 8)] = nx;
    log_2.at[(at_2 + 9)] = ny;
    log_2.at[(at_2 + 10)] = lost * state.at[(192 + k)];
    log_2.at[(at_2 + 11)] = 0.0;
    write_motion(log_2, (at_2 + 12), vx, vy, rim);
  }
  vx = vx - (lost * nx);
  vy = vy - (lost * ny);
  if (at_2 >= 0) {
    write_motion(log_2, (at_2 + 18), vx, vy, rim);
    write_motion(log_2, ((at_2 + 12) + 3), 0.0, 0.0, 0.0);
    write_motion(log_2, ((at_2 + 18) + 3), 0.0, 0.0, 0.0);
  }
  state.at[(552 + k)] = 1e+300;
  state.at[(0 + k)] = x;
  state.at[(24 + k)] = y;
  launch(profile, state, marks, k, now, drag, vx, vy, rim);
}

/** Return the speed of disc k along the rounding of its edge when it has met the rim. */
static double speed_along(array_f8 state, array_f8 world, int64_t k) {
  double level = 1.0 - (state.at[(576 + k)] / world.at[7]);
  if (level <= 0.0) {
    return 0.0;
  }
  return (outward(state, world, k).p2 * level) - (state.at[(600 + k)] * sqrt((1.0 - (level * level))));
}

/** Return the direction out of the hole at disc k, on its rim, and its speed in that direction. */
static results_ddd outward(array_f8 state, array_f8 world, int64_t k) {
  double centre = world.at[5] - world.at[6];
  double x = state.at[(648 + k)];
  double y = state.at[(672 + k)];
  double nx = x - ((x > 0.0) ? centre : (-centre));
  double ny = y - ((y > 0.0) ? centre : (-centre));
  double scale = 1.0 / sqrt(((nx * nx) + (ny * ny)));
  nx = nx * scale;
  ny = ny * scale;
  return (results_ddd){nx, ny, ((state.at[(48 + k)] * nx) + (state.at[(72 + k)] * ny)) * state.at[(696 + k)]};
}

/** Advance the sinking of disc k to `now`, when it meets the rim from within; return whether it comes out. */
static bool comes_out(array_f8 state, array_f8 world, int64_t k, double now) {
  sink_to(state, k, now);
  return speed_along(state, world, k) > 0.0;
}

/** Advance the places and speeds of the first n discs to `now`. */
INLINED void bring_to(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, double now, double drag) {
  if (profile.at == NULL) {
    for (int64_t k = 0; k < 24; k++) {
      double v = state.at[(96 + k)];
      double dt = now - state.at[(144 + k)];
      double speed = v - (drag * dt);
      double way = (v - ((0.5 * drag) * dt)) * dt;
      bool stopped = now >= state.at[(336 + k)];
      double way_2 = stopped ? state.at[(360 + k)] : way;
      state.at[(696 + k)] = stopped ? 0.0 : speed;
      state.at[(744 + k)] = way_2;
      state.at[(648 + k)] = state.at[(0 + k)] + (state.at[(48 + k)] * way_2);
      state.at[(672 + k)] = state.at[(24 + k)] + (state.at[(72 + k)] * way_2);
    }
  } else {
    for (int64_t k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
      if (state.at[(696 + k_2)] > 0.0) {
        results_ddd held = glide(profile, state, marks, k_2, now, drag);
        double way_3 = held.p0;
        double speed_2 = held.p1;
        double force = held.p2;
        state.at[(696 + k_2)] = speed_2;
        state.at[(720 + k_2)] = force;
        state.at[(744 + k_2)] = way_3;
        state.at[(648 + k_2)] = state.at[(0 + k_2)] + (state.at[(48 + k_2)] * way_3);
        state.at[(672 + k_2)] = state.at[(24 + k_2)] + (state.at[(72 + k_2)] * way_3);
      }
    }
  }
}

/** Return distance, speed and deceleration of disc k at a time since its last event. */
static results_ddd glide(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, double drag) {
  if (when >= state.at[(336 + k)]) {
    return (results_ddd){state.at[(360 + k)], 0.0, 0.0};
  }
  double dt = when - state.at[(144 + k)];
  if (profile.at != NULL) {
    int64_t branch = marks.at[(0 + k)];
    if (branch != 2) {
      results_ddd held = slide(profile, branch, (state.at[(216 + k)] - (dt * state.at[(240 + k)])));
      double unit = held.p0;
      double way = held.p1;
      double force = held.p2;
      return (results_ddd){(state.at[(312 + k)] - way) * state.at[(288 + k)], state.at[(264 + k)] * unit, drag * force};
    }
  }
  double v = state.at[(96 + k)];
  return (results_ddd){(v - ((0.5 * drag) * dt)) * dt, v - (drag * dt), drag};
}

/** Return the disc and kind of the next event, refining bounds until the minimum is exact; −1 if there is none. */
INLINED results_qq next_event(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, double now, double drag) {
  while (true) {
    double best = 1e+300;
    int64_t i = -1;
    int64_t kind = 0;
    for (int64_t k = 0, k_end = n; k < k_end; k++) {
      if (state.at[(480 + k)] < best) {
        best = state.at[(480 + k)];
        i = k;
        kind = 0;
      }
      if (state.at[(456 + k)] < best) {
        best = state.at[(456 + k)];
        i = k;
        kind = marks.at[(48 + k)];
      }
    }
    if ((i < 0) || (kind != 0)) {
      return (results_qq){i, kind};
    }
    int64_t j = marks.at[(24 + i)];
    if (marks.at[(72 + j)] <= marks.at[(72 + i)]) {
      if ((marks.at[(96 + i)] & ((int64_t)((uint64_t)1 << j))) != 0) {
        return (results_qq){i, kind};
      }
      state.at[((984 + (i * 24)) + j)] = meet(profile, state, marks, i, j, now, drag);
      marks.at[(96 + i)] = marks.at[(96 + i)] | ((int64_t)((uint64_t)1 << j));
    }
    find_soonest(state, marks, n, i);
  }
}

/** Find the earliest bound in row i that is not out of date. */
INLINED void find_soonest(array_f8 state, array_i8 marks, int64_t n, int64_t i) {
  int64_t row_3 = 984 + (i * 24);
  double soonest = 1e+300;
  int64_t partner = 0;
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    if ((state.at[(row_3 + k)] < soonest) && (marks.at[(72 + k)] <= marks.at[(72 + i)])) {
      soonest = state.at[(row_3 + k)];
      partner = k;
    }
  }
  state.at[(480 + i)] = soonest;
  marks.at[(24 + i)] = partner;
}

/** Return the time when discs i and j meet if no other event intervenes; NEVER if they do not. */
static double meet(array_f8 profile, array_f8 state, array_i8 marks, int64_t i, int64_t j, double now, double drag) {
  if (state.at[(696 + j)] <= 0.0) {
    return meet_resting(profile, state, marks, i, j, now, drag);
  }
  if (state.at[(696 + i)] <= 0.0) {
    return meet_resting(profile, state, marks, j, i, now, drag);
  }
  double stop_i = state.at[(336 + i)];
  double stop_j = state.at[(336 + j)];
  double end = (stop_i < stop_j) ? stop_i : stop_j;
  double dt;
  if (profile.at == NULL) {
    dt = meet_decelerating(state, i, j, (end - now), drag);
  } else {
    dt = meet_sliding(profile, state, marks, i, j, now, (end - now), drag);
  }
  if (dt < 1e+300) {
    return now + dt;
  }
  if (stop_i < stop_j) {
    return meet_resting(profile, state, marks, j, i, end, drag);
  }
  return meet_resting(profile, state, marks, i, j, end, drag);
}

/** Return the time until two discs on their own speed profiles meet, at most `time`; NEVER if they do not. */
static double meet_sliding(array_f8 profile, array_f8 state, array_i8 marks, int64_t i, int64_t j, double now, double time_2, double drag) {
  double uix = state.at[(48 + i)];
  double uiy = state.at[(72 + i)];
  double ujx = state.at[(48 + j)];
  double ujy = state.at[(72 + j)];
  double radii = state.at[(168 + i)] + state.at[(168 + j)];
  double gone_i = state.at[(744 + i)];
  double gone_j = state.at[(744 + j)];
  double vi = state.at[(696 + i)];
  double vj = state.at[(696 + j)];
  double ai = state.at[(720 + i)];
  double aj = state.at[(720 + j)];
  double t = 0.0;
  for (int64_t _ = 0; _ < 100; _++) {
    if (t > 0.0) {
      results_ddd held = glide(profile, state, marks, i, (now + t), drag);
      gone_i = held.p0;
      vi = held.p1;
      ai = held.p2;
      results_ddd held_2 = glide(profile, state, marks, j, (now + t), drag);
      gone_j = held_2.p0;
      vj = held_2.p1;
      aj = held_2.p2;
    }
    double dx = (state.at[(0 + j)] + (ujx * gone_j)) - (state.at[(0 + i)] + (uix * gone_i));
    double dy = (state.at[(24 + j)] + (ujy * gone_j)) - (state.at[(24 + i)] + (uiy * gone_i));
    double wx = (ujx * vj) - (uix * vi);
    double wy = (ujy * vj) - (uiy * vi);
    double gap = ((dx * dx) + (dy * dy)) - (radii * radii);
    double slope = 2.0 * ((dx * wx) + (dy * wy));
    if (gap <= 0.0) {
      if (slope < 0.0) {
        return t;
      }
      gap = 0.0;
    }
    double mean_i = 0.5 * (ai + state.at[(432 + i)]);
    double mean_j = 0.5 * (aj + state.at[(432 + j)]);
    double left = time_2 - t;
    double bend = lowest_bend(dx, dy, wx, wy, ((ujx * mean_j) - (uix * mean_i)), ((ujy * mean_j) - (uiy * mean_i)), left);
    double stray_2 = spread(ai, mean_i) + spread(aj, mean_j);
    bend = bend - ((2.0 * stray_2) * (radii + (((0.25 * stray_2) * left) * left)));
    double step = first_step(gap, slope, bend);
    t = t + step;
    if (t > time_2) {
      return 1e+300;
    }
    if ((((step * step) * ((wx * wx) + (wy * wy))) < 1e-18) || (step < 1e-15)) {
      return t;
    }
  }
  return t;
}

/** Return the first root of gap + slope·t + bend·t²/2 for t ≥ 0, with gap ≥ 0; NEVER if it has none. */
static double first_step(double gap, double slope, double bend) {
  if ((bend >= 0.0) && (slope >= 0.0)) {
    return 1e+300;
  }
  double under = (slope * slope) - ((2.0 * bend) * gap);
  if (under < 0.0) {
    return 1e+300;
  }
  if (slope < 0.0) {
    return (2.0 * gap) / (sqrt(under) - slope);
  }
  return (slope + sqrt(under)) / (-bend);
}

/** Return how far a deceleration that runs from `drag` to its mirror image about `mean` may stray from it. */
static double spread(double drag, double mean) {
  double stray_2 = drag - mean;
  if (stray_2 < 0.0) {
    stray_2 = -stray_2;
  }
  return (stray_2 * 1.00001) + (1e-05 * mean);
}

/** Return the least second derivative of |d + w·t − q·t²/2|² on [0, time]. */
static double lowest_bend(double dx, double dy, double wx, double wy, double qx, double qy, double time_2) {
  double qq = (qx * qx) + (qy * qy);
  double wq = (wx * qx) + (wy * qy);
  double start = 2.0 * (((wx * wx) + (wy * wy)) - ((dx * qx) + (dy * qy)));
  double end = start + (time_2 * (((3.0 * qq) * time_2) - (6.0 * wq)));
  double least = (end < start) ? end : start;
  if ((wq > 0.0) && (wq < (time_2 * qq))) {
    least = start - (((3.0 * wq) * wq) / qq);
  }
  return least;
}

/** Return the time until two discs of constant deceleration meet, at most `time`; NEVER if they do not. */
static double meet_decelerating(array_f8 state, int64_t i, int64_t j, double time_2, double drag) {
  double vi = state.at[(696 + i)];
  double vj = state.at[(696 + j)];
  double dx = state.at[(648 + j)] - state.at[(648 + i)];
  double dy = state.at[(672 + j)] - state.at[(672 + i)];
  double wx = (state.at[(48 + j)] * vj) - (state.at[(48 + i)] * vi);
  double wy = (state.at[(72 + j)] * vj) - (state.at[(72 + i)] * vi);
  double qx = drag * (state.at[(48 + j)] - state.at[(48 + i)]);
  double qy = drag * (state.at[(72 + j)] - state.at[(72 + i)]);
  double radii = state.at[(168 + i)] + state.at[(168 + j)];
  double ww = (wx * wx) + (wy * wy);
  double wq = (wx * qx) + (wy * qy);
  double qq = (qx * qx) + (qy * qy);
  double c0 = ((dx * dx) + (dy * dy)) - (radii * radii);
  double c1 = 2.0 * ((dx * wx) + (dy * wy));
  double c2 = ww - ((dx * qx) + (dy * qy));
  double c3 = -wq;
  double c4 = 0.25 * qq;
  double dip = (qq > 0.0) ? (wq / qq) : (-1.0);
  double bend_at_dip = (2.0 * c2) - ((3.0 * wq) * dip);
  double bend_at_end = (2.0 * c2) + (time_2 * ((6.0 * c3) + ((12.0 * c4) * time_2)));
  double t = 0.0;
  for (int64_t _ = 0; _ < 100; _++) {
    double gap = c0 + (t * (c1 + (t * (c2 + (t * (c3 + (t * c4)))))));
    double slope = c1 + (t * ((2.0 * c2) + (t * ((3.0 * c3) + ((t * 4.0) * c4)))));
    double bend = (2.0 * c2) + (t * ((6.0 * c3) + ((t * 12.0) * c4)));
    if (bend_at_end < bend) {
      bend = bend_at_end;
    }
    if ((dip > t) && (dip < time_2) && (bend_at_dip < bend)) {
      bend = bend_at_dip;
    }
    if (gap <= 0.0) {
      if (slope < 0.0) {
        return t;
      }
      gap = 0.0;
    }
    double step = first_step(gap, slope, bend);
    t = t + step;
    if (t > time_2) {
      return 1e+300;
    }
    if ((((step * step) * ww) < 1e-18) || (step < 1e-15)) {
      return t;
    }
  }
  return t;
}

/** Return the time, from `when` on, when a sliding disc meets a disc at rest. */
static double meet_resting(array_f8 profile, array_f8 state, array_i8 marks, int64_t mover, int64_t rester, double when, double drag) {
  results_ddd held = glide(profile, state, marks, mover, when, drag);
  double gone = held.p0;
  double speed = held.p1;
  if (speed <= 0.0) {
    return 1e+300;
  }
  double ux = state.at[(48 + mover)];
  double uy = state.at[(72 + mover)];
  double dx = state.at[(384 + rester)] - (state.at[(0 + mover)] + (ux * gone));
  double dy = state.at[(408 + rester)] - (state.at[(24 + mover)] + (uy * gone));
  double ahead = (dx * ux) + (dy * uy);
  if (ahead <= 0.0) {
    return 1e+300;
  }
  double aside = (dx * uy) - (dy * ux);
  double radii = state.at[(168 + mover)] + state.at[(168 + rester)];
  double chord = (radii * radii) - (aside * aside);
  if (chord <= 0.0) {
    return 1e+300;
  }
  double way = ahead - sqrt(chord);
  if (way < 0.0) {
    way = 0.0;
  }
  if ((profile.at == NULL) || (marks.at[(0 + mover)] == 2)) {
    double rest = (speed * speed) - ((2.0 * drag) * way);
    if (rest <= 0.0) {
      return 1e+300;
    }
    return when + ((2.0 * way) / (speed + sqrt(rest)));
  }
  if ((gone + way) >= state.at[(360 + mover)]) {
    return 1e+300;
  }
  double meeting = time_of_way(profile, state, marks, mover, (gone + way), drag);
  return (meeting > when) ? meeting : when;
}

/** Return the time at which disc k has gone the distance `way` since its last event; it must be below its length. */
static double time_of_way(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double way, double drag) {
  if (profile.at != NULL) {
    int64_t branch = marks.at[(0 + k)];
    if (branch != 2) {
      double start = state.at[(216 + k)];
      double tau = tau_of_way(profile, branch, start, state.at[(312 + k)], (state.at[(312 + k)] - (way / state.at[(288 + k)])));
      return state.at[(144 + k)] + ((start - tau) / state.at[(240 + k)]);
    }
  }
  double v = state.at[(96 + k)];
  double rest = (v * v) - ((2.0 * drag) * way);
  return state.at[(144 + k)] + ((2.0 * way) / (v + sqrt(((rest > 0.0) ? rest : 0.0))));
}

/** Return τ where X is `wanted`, by Newton: X is convex, so after one step the iterates fall to the root. */
static double tau_of_way(array_f8 profile, int64_t branch, double start, double whole, double wanted) {
  if (wanted <= 0.0) {
    return 0.0;
  }
  double tau = start * sqrt((wanted / whole));
  for (int64_t _ = 0; _ < 40; _++) {
    results_ddd held = slide(profile, branch, tau);
    double unit = held.p0;
    double way = held.p1;
    double step = (way - wanted) / unit;
    tau = tau - step;
    if (tau <= 0.0) {
      tau = 1e-30;
    }
    if ((step * step) <= ((1e-17 * tau) * tau)) {
      break;
    }
  }
  return (tau < start) ? tau : start;
}

/** Write the rows of the changed discs i and j, which may be the same. */
INLINED void foresee(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, int64_t i, int64_t j, double now, double drag) {
  int64_t moving = 0;
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    if (state.at[(696 + k)] > 0.0) {
      moving = moving + 1;
    }
  }
  bool crowded = moving > 5;
  if (crowded) {
    make_ready(profile, state, now, drag);
  }
  int64_t p_values[] = {i, j};
  for (int p_index = 0; p_index < 2; p_index++) {
    int64_t p = p_values[p_index];
    marks.at[(96 + p)] = 0;
    if (crowded) {
      bound_all(profile, state, p, now);
    } else {
      if (profile.at == NULL) {
        marks.at[(96 + p)] = -1;
      }
      if (state.at[(696 + p)] > 0.0) {
        bound_resting(profile, state, p, now, drag);
      } else {
        for (int64_t k_2 = 0; k_2 < 24; k_2++) {
          state.at[(960 + k_2)] = 1e+300;
        }
      }
      if ((moving > 1) || (state.at[(696 + p)] <= 0.0)) {
        bound_moving(profile, state, marks, n, p, now, drag);
      }
    }
    state.at[(960 + p)] = 1e+300;
    if (p != i) {
      state.at[(960 + i)] = 1e+300;
    }
    keep_row(state, marks, n, p);
    if (i == j) {
      break;
    }
  }
}

/** Store the bounds just written as row p, with the earliest of them. */
INLINED void keep_row(array_f8 state, array_i8 marks, int64_t n, int64_t p) {
  double soonest = 1e+300;
  int64_t partner = 0;
  int64_t row_3 = 984 + (p * 24);
  for (int64_t k = 0; k < 24; k++) {
    state.at[(row_3 + k)] = state.at[(960 + k)];
  }
  for (int64_t k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    double bound = state.at[(960 + k_2)];
    if (bound < soonest) {
      soonest = bound;
      partner = k_2;
    }
  }
  state.at[(480 + p)] = soonest;
  marks.at[(24 + p)] = partner;
}

/** Write the bounds of disc p against the discs that slide, one by one. */
INLINED void bound_moving(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, int64_t p, double now, double drag) {
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    if ((k != p) && (state.at[(696 + k)] > 0.0)) {
      if (state.at[(696 + p)] > 0.0) {
        bound_pair(profile, state, marks, p, k, now, drag);
      } else {
        state.at[(960 + k)] = bound_line(profile, state, k, p, now, now, drag);
        marks.at[(96 + p)] = marks.at[(96 + p)] & (~(int64_t)((int64_t)((uint64_t)1 << k)));
      }
    }
  }
}

/** Return a bound, not before `when`, of the contact of a sliding disc with one that has come to rest by then. */
INLINED double bound_line(array_f8 profile, array_f8 state, int64_t mover, int64_t rester, double now, double when, double drag) {
  double ux = state.at[(48 + mover)];
  double uy = state.at[(72 + mover)];
  double dx = state.at[(384 + rester)] - state.at[(648 + mover)];
  double dy = state.at[(408 + rester)] - state.at[(672 + mover)];
  double ahead = (dx * ux) + (dy * uy);
  double aside = (dx * uy) - (dy * ux);
  double radii = state.at[(168 + mover)] + state.at[(168 + rester)];
  double chord = (radii * radii) - (aside * aside);
  if ((ahead <= 0.0) || (chord <= 0.0)) {
    return 1e+300;
  }
  double way = ahead - sqrt(chord);
  if (way < 0.0) {
    way = 0.0;
  }
  if (way >= (state.at[(360 + mover)] - state.at[(744 + mover)])) {
    return 1e+300;
  }
  double least = drag;
  if (profile.at != NULL) {
    double first = state.at[(720 + mover)];
    double last = state.at[(432 + mover)];
    least = (first < last) ? first : last;
  }
  least = least * 0.99999;
  double speed = state.at[(696 + mover)];
  double rest = (speed * speed) - ((2.0 * least) * way);
  double time_2 = now + ((2.0 * way) / (speed + sqrt(((rest > 0.0) ? rest : 0.0))));
  return (time_2 > when) ? time_2 : when;
}

/** Write the bound of two sliding discs, as in `bound_all`. */
INLINED void bound_pair(array_f8 profile, array_f8 state, array_i8 marks, int64_t p, int64_t k, double now, double drag) {
  state.at[(960 + k)] = 1e+300;
  marks.at[(96 + p)] = marks.at[(96 + p)] & (~(int64_t)((int64_t)((uint64_t)1 << k)));
  double uxp = state.at[(48 + p)];
  double uyp = state.at[(72 + p)];
  double uxk = state.at[(48 + k)];
  double uyk = state.at[(72 + k)];
  double dx = state.at[(648 + k)] - state.at[(648 + p)];
  double dy = state.at[(672 + k)] - state.at[(672 + p)];
  if ((((dx * uxp) + (dy * uyp)) <= 0.0) && (((dx * uxk) + (dy * uyk)) >= 0.0)) {
    return;
  }
  double radii = state.at[(168 + p)] + state.at[(168 + k)];
  double reach = (((state.at[(360 + p)] - state.at[(744 + p)]) + state.at[(360 + k)]) - state.at[(744 + k)]) + radii;
  double apart = (dx * dx) + (dy * dy);
  if (apart >= (reach * reach)) {
    return;
  }
  double stop_p = state.at[(336 + p)];
  double stop_k = state.at[(336 + k)];
  double end = (stop_p < stop_k) ? stop_p : stop_k;
  double edge_p = state.at[(456 + p)];
  double edge_k = state.at[(456 + k)];
  double edge = (edge_p < edge_k) ? edge_p : edge_k;
  bool cut_2 = edge < end;
  double time_2 = (cut_2 ? edge : end) - now;
  double vp = state.at[(696 + p)];
  double vk = state.at[(696 + k)];
  double wx = (uxk * vk) - (uxp * vp);
  double wy = (uyk * vk) - (uyp * vp);
  double mean_p = drag;
  double mean_k = drag;
  if (profile.at != NULL) {
    mean_p = 0.5 * (state.at[(720 + p)] + state.at[(432 + p)]);
    mean_k = 0.5 * (state.at[(720 + k)] + state.at[(432 + k)]);
  }
  double bend = lowest_bend(dx, dy, wx, wy, ((uxk * mean_k) - (uxp * mean_p)), ((uyk * mean_k) - (uyp * mean_p)), time_2);
  if (profile.at != NULL) {
    double stray_2 = spread(state.at[(720 + p)], mean_p) + spread(state.at[(720 + k)], mean_k);
    bend = bend - ((2.0 * stray_2) * (radii + (((0.25 * stray_2) * time_2) * time_2)));
  }
  double gap = apart - (radii * radii);
  double step = first_step(((gap > 0.0) ? gap : 0.0), (2.0 * ((dx * wx) + (dy * wy))), bend);
  if (step <= time_2) {
    state.at[(960 + k)] = now + step;
  } else {
    if (!(cut_2)) {
      if (stop_p > stop_k) {
        state.at[(960 + k)] = bound_line(profile, state, p, k, now, end, drag);
      } else {
        state.at[(960 + k)] = bound_line(profile, state, k, p, now, end, drag);
      }
    }
  }
}

/** Write the bounds of the sliding disc p against every disc at rest; NEVER for the others. */
INLINED void bound_resting(array_f8 profile, array_f8 state, int64_t p, double now, double drag) {
  double x = state.at[(648 + p)];
  double y = state.at[(672 + p)];
  double ux = state.at[(48 + p)];
  double uy = state.at[(72 + p)];
  double speed = state.at[(696 + p)];
  double rp = state.at[(168 + p)];
  double beyond = state.at[(360 + p)] - state.at[(744 + p)];
  double least = drag;
  if (profile.at != NULL) {
    double first = state.at[(720 + p)];
    double last = state.at[(432 + p)];
    least = ((first < last) ? first : last) * 0.99999;
  }
  for (int64_t k = 0; k < 24; k++) {
    double dx = state.at[(648 + k)] - x;
    double dy = state.at[(672 + k)] - y;
    double radii = rp + state.at[(168 + k)];
    double ahead = (dx * ux) + (dy * uy);
    double aside = (dx * uy) - (dy * ux);
    double chord = (radii * radii) - (aside * aside);
    double way = ahead - sqrt(((chord > 0.0) ? chord : 0.0));
    double way_2 = (way < 0.0) ? 0.0 : way;
    double rest = (speed * speed) - ((2.0 * least) * way_2);
    double time_2 = (2.0 * way_2) / (speed + sqrt(((rest > 0.0) ? rest : 0.0)));
    bool meets = ((((state.at[(696 + k)] <= 0.0) & (ahead > 0.0)) & (chord > 0.0)) & (way_2 < beyond)) & (rest > 0.0);
    state.at[(960 + k)] = meets ? (now + time_2) : 1e+300;
  }
}

/** Write the bounds of disc p against every lane. */
INLINED void bound_all(array_f8 profile, array_f8 state, int64_t p, double now) {
  double xp = state.at[(648 + p)];
  double yp = state.at[(672 + p)];
  double wxp = state.at[(768 + p)];
  double wyp = state.at[(792 + p)];
  double qxp = state.at[(816 + p)];
  double qyp = state.at[(840 + p)];
  double rp = state.at[(168 + p)];
  double uxp = state.at[(48 + p)];
  double uyp = state.at[(72 + p)];
  double left_p = state.at[(888 + p)];
  double horizon_p = state.at[(912 + p)];
  double beyond_p = state.at[(936 + p)];
  double rest_xp = state.at[(384 + p)];
  double rest_yp = state.at[(408 + p)];
  double spread_p = state.at[(864 + p)];
  for (int64_t k = 0; k < 24; k++) {
    double dx = state.at[(648 + k)] - xp;
    double dy = state.at[(672 + k)] - yp;
    double wx = state.at[(768 + k)] - wxp;
    double wy = state.at[(792 + k)] - wyp;
    double qx = state.at[(816 + k)] - qxp;
    double qy = state.at[(840 + k)] - qyp;
    double radii = rp + state.at[(168 + k)];
    double left_k = state.at[(888 + k)];
    double horizon_k = state.at[(912 + k)];
    double time_2 = (left_k < left_p) ? left_k : left_p;
    double horizon = (horizon_k < horizon_p) ? horizon_k : horizon_p;
    bool cut_2 = horizon < time_2;
    double time_3 = cut_2 ? horizon : time_2;
    double wq = (wx * qx) + (wy * qy);
    double qq = (qx * qx) + (qy * qy);
    double gap = ((dx * dx) + (dy * dy)) - (radii * radii);
    double slope = 2.0 * ((dx * wx) + (dy * wy));
    double start = 2.0 * (((wx * wx) + (wy * wy)) - ((dx * qx) + (dy * qy)));
    double end = start + (time_3 * (((3.0 * qq) * time_3) - (6.0 * wq)));
    double bend = (end < start) ? end : start;
    double dip = start - (((3.0 * wq) * wq) / (qq + 1e-300));
    double bend_2 = ((wq > 0.0) & (wq < (time_3 * qq))) ? dip : bend;
    if (profile.at != NULL) {
      double stray_2 = state.at[(864 + k)] + spread_p;
      bend_2 = bend_2 - ((2.0 * stray_2) * (radii + (((0.25 * stray_2) * time_3) * time_3)));
    }
    double gap_2 = (gap < 0.0) ? 0.0 : gap;
    double under = (slope * slope) - ((2.0 * bend_2) * gap_2);
    double root = sqrt(((under < 0.0) ? 0.0 : under));
    bool nearing = slope < 0.0;
    double upper = nearing ? (2.0 * gap_2) : (slope + root);
    double lower = nearing ? (root - slope) : (-bend_2);
    double step = upper / ((lower > 0.0) ? lower : 1.0);
    bool meets = ((under >= 0.0) & (lower > 0.0)) & (step <= time_3);
    bool longer = left_p > left_k;
    double ux = longer ? uxp : (-state.at[(48 + k)]);
    double uy = longer ? uyp : (-state.at[(72 + k)]);
    double ex = longer ? (state.at[(384 + k)] - xp) : (state.at[(648 + k)] - rest_xp);
    double ey = longer ? (state.at[(408 + k)] - yp) : (state.at[(672 + k)] - rest_yp);
    double beyond = longer ? beyond_p : state.at[(936 + k)];
    double ahead = (ex * ux) + (ey * uy);
    double aside = (ex * uy) - (ey * ux);
    bool later = ((((ahead > 0.0) & ((aside * aside) < (radii * radii))) & (ahead < (beyond + radii))) & (left_p < 1000.0)) & (left_k < 1000.0);
    double after = (later & !(cut_2)) ? time_3 : 1e+300;
    double bound = meets ? step : after;
    state.at[(960 + k)] = (bound < 1e+300) ? (now + bound) : 1e+300;
  }
}

/** Write each disc's velocity, mean deceleration with its spread, and remaining time, as input of the bounds. */
INLINED void make_ready(array_f8 profile, array_f8 state, double now, double drag) {
  for (int64_t k = 0; k < 24; k++) {
    double speed = state.at[(696 + k)];
    bool moving = speed > 0.0;
    double ux = state.at[(48 + k)];
    double uy = state.at[(72 + k)];
    double mean = moving ? drag : 0.0;
    if (profile.at != NULL) {
      double first = state.at[(720 + k)];
      mean = moving ? (0.5 * (first + state.at[(432 + k)])) : 0.0;
      double stray_2 = first - mean;
      double stray_3 = (stray_2 > 0.0) ? stray_2 : (-stray_2);
      state.at[(864 + k)] = moving ? ((stray_3 * 1.00001) + (1e-05 * mean)) : 0.0;
    }
    state.at[(768 + k)] = ux * speed;
    state.at[(792 + k)] = uy * speed;
    state.at[(816 + k)] = ux * mean;
    state.at[(840 + k)] = uy * mean;
    double left = state.at[(336 + k)] - now;
    state.at[(888 + k)] = moving ? left : 1000.0;
    double horizon = state.at[(456 + k)] - now;
    state.at[(912 + k)] = (horizon < 1000.0) ? horizon : 1000.0;
    state.at[(936 + k)] = state.at[(360 + k)] - state.at[(744 + k)];
  }
}

/** Find when disc k, just launched, meets the frame or a pocket; write it to EDGE and EDGE_KIND. */
INLINED void meet_edge(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, int64_t k) {
  state.at[(456 + k)] = 1e+300;
  bool over = (world.at[7] > 0.0) && (state.at[(552 + k)] <= state.at[(144 + k)]);
  if (!(over)) {
    state.at[(552 + k)] = 1e+300;
  }
  if (state.at[(696 + k)] <= 0.0) {
    if (over) {
      double held = state.at[(144 + k)];
      double held_2 = tip(state, world, k, 0.0, 0.0);
      double held_3 = held + held_2;
      state.at[(456 + k)] = held_3;
      marks.at[(48 + k)] = 3;
    }
    return;
  }
  double x = state.at[(0 + k)];
  double y = state.at[(24 + k)];
  double ux = state.at[(48 + k)];
  double uy = state.at[(72 + k)];
  double reach = world.at[5] - state.at[(168 + k)];
  double to_x = 1e+300;
  double to_y = 1e+300;
  if (ux > 0.0) {
    to_x = (reach - x) / ux;
  } else {
    if (ux < 0.0) {
      to_x = ((-reach) - x) / ux;
    }
  }
  if (uy > 0.0) {
    to_y = (reach - y) / uy;
  } else {
    if (uy < 0.0) {
      to_y = ((-reach) - y) / uy;
    }
  }
  int64_t kind = 1;
  double way = to_x;
  if (to_y < to_x) {
    kind = 2;
    way = to_y;
  }
  if (way < 0.0) {
    way = 0.0;
  }
  double length_2 = state.at[(360 + k)];
  if (over) {
    meet_rim(profile, state, marks, world, k, 0.0, way, kind);
    return;
  }
  double limit = (way < length_2) ? way : length_2;
  double in_hole = way_to_pocket(x, y, ux, uy, limit, world.at[5], world.at[6]);
  if (in_hole < limit) {
    if (in_hole < 0.0) {
      in_hole = 0.0;
    }
    if (world.at[7] > 0.0) {
      state.at[(552 + k)] = time_of_way(profile, state, marks, k, in_hole, world.at[0]);
      state.at[(576 + k)] = 0.0;
      state.at[(600 + k)] = 0.0;
      meet_rim(profile, state, marks, world, k, in_hole, way, kind);
      return;
    }
    kind = 3;
    way = in_hole;
  }
  if (way < length_2) {
    state.at[(456 + k)] = time_of_way(profile, state, marks, k, way, world.at[0]);
    marks.at[(48 + k)] = kind;
  }
}

/** Return the distance until a centre crosses a pocket's circle, at most `limit`. */
INLINED double way_to_pocket(double x, double y, double ux, double uy, double limit, double half, double radius) {
  double corner = half - (2.0 * radius);
  double end_x = x + (ux * limit);
  double end_y = y + (uy * limit);
  bool wide = (x > corner) || (x < (-corner)) || (end_x > corner) || (end_x < (-corner));
  bool high = (y > corner) || (y < (-corner)) || (end_y > corner) || (end_y < (-corner));
  if (!((wide && high))) {
    return limit;
  }
  for (int64_t pocket = 0; pocket < 4; pocket++) {
    double dx = (((pocket & 1) != 0) ? (half - radius) : (radius - half)) - x;
    double dy = (((pocket & 2) != 0) ? (half - radius) : (radius - half)) - y;
    double ahead = (dx * ux) + (dy * uy);
    if (ahead > 0.0) {
      double aside = (dx * uy) - (dy * ux);
      double chord = (radius * radius) - (aside * aside);
      if (chord > 0.0) {
        double way = ahead - sqrt(chord);
        if (way < limit) {
          limit = way;
        }
      }
    }
  }
  return limit;
}

/** Find the next event of disc k, whose centre is over a pocket from `begin` on: frame, rim or fall. */
static void meet_rim(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, int64_t k, double begin, double way, int64_t kind) {
  double x = state.at[(0 + k)] + (state.at[(48 + k)] * begin);
  double y = state.at[(24 + k)] + (state.at[(72 + k)] * begin);
  double out = begin + way_out(world, x, y, state.at[(48 + k)], state.at[(72 + k)]);
  if (out < way) {
    way = out;
    kind = 4;
  }
  double length_2 = state.at[(360 + k)];
  double since = (state.at[(552 + k)] > state.at[(144 + k)]) ? state.at[(552 + k)] : state.at[(144 + k)];
  double held = since;
  double held_2 = tip(state, world, k, begin, ((way < length_2) ? way : length_2));
  double falls = held + held_2;
  double meets = (way < length_2) ? time_of_way(profile, state, marks, k, way, world.at[0]) : 1e+300;
  if (falls <= meets) {
    meets = falls;
    kind = 3;
  }
  state.at[(456 + k)] = meets;
  marks.at[(48 + k)] = kind;
}

/** Return the distance until a centre over a hole leaves the circle. */
static double way_out(array_f8 world, double x, double y, double ux, double uy) {
  double centre = world.at[5] - world.at[6];
  double dx = ((x > 0.0) ? centre : (-centre)) - x;
  double dy = ((y > 0.0) ? centre : (-centre)) - y;
  double aside = (dx * uy) - (dy * ux);
  double chord = (world.at[6] * world.at[6]) - (aside * aside);
  double way = ((dx * ux) + (dy * uy)) + sqrt(((chord > 0.0) ? chord : 0.0));
  return (way > 0.0) ? way : 0.0;
}

/** Start the sinking of disc k on its path over the hole from `begin` to `end` (m); return when it falls. */
static double tip(array_f8 state, array_f8 world, int64_t k, double begin, double end) {
  double x = state.at[(0 + k)];
  double y = state.at[(24 + k)];
  double ux = state.at[(48 + k)];
  double uy = state.at[(72 + k)];
  double middle = 0.5 * (begin + end);
  double first = beyond_rim(world, (x + (ux * begin)), (y + (uy * begin)));
  double half = beyond_rim(world, (x + (ux * middle)), (y + (uy * middle)));
  double last = beyond_rim(world, (x + (ux * end)), (y + (uy * end)));
  double over = ((first + (4.0 * half)) + last) / 6.0;
  if (over < 0.001) {
    over = 0.001;
  }
  double radius = state.at[(168 + k)];
  double pull = ((9.80665 * over) * (over + radius)) / ((over * over) + ((0.25 * radius) * radius));
  state.at[(624 + k)] = pull;
  double left = world.at[7] - state.at[(576 + k)];
  if (left <= 0.0) {
    return 0.0;
  }
  double sinking = state.at[(600 + k)];
  return (2.0 * left) / (sinking + sqrt(((sinking * sinking) + ((2.0 * pull) * left))));
}

/** Return the depth of a place inside the nearest pocket's circle; negative outside. */
static double beyond_rim(array_f8 world, double x, double y) {
  double centre = world.at[5] - world.at[6];
  double dx = ((x > 0.0) ? x : (-x)) - centre;
  double dy = ((y > 0.0) ? y : (-y)) - centre;
  return world.at[6] - sqrt(((dx * dx) + (dy * dy)));
}

/** Initialize the discs at time 0, and put all other lanes out of reach. */
INLINED void lay_out(array_f8 profile, array_f8 state, array_i8 marks, int64_t n, double drag) {
  for (int64_t k = n; k < 24; k++) {
    clear(state, k);
  }
  for (int64_t k_2 = 0; k_2 < 24; k_2++) {
    state.at[(48 + k_2)] = 1.0;
    state.at[(72 + k_2)] = 0.0;
    state.at[(96 + k_2)] = 0.0;
    state.at[(144 + k_2)] = 0.0;
    state.at[(336 + k_2)] = 0.0;
    state.at[(360 + k_2)] = 0.0;
    state.at[(432 + k_2)] = 0.0;
    state.at[(456 + k_2)] = 1e+300;
    state.at[(480 + k_2)] = 1e+300;
    state.at[(504 + k_2)] = 1e+300;
    state.at[(528 + k_2)] = 1e+300;
    state.at[(552 + k_2)] = 1e+300;
    state.at[(384 + k_2)] = state.at[(0 + k_2)];
    state.at[(408 + k_2)] = state.at[(24 + k_2)];
    state.at[(648 + k_2)] = state.at[(0 + k_2)];
    state.at[(672 + k_2)] = state.at[(24 + k_2)];
    state.at[(696 + k_2)] = 0.0;
    state.at[(720 + k_2)] = 0.0;
    state.at[(744 + k_2)] = 0.0;
    marks.at[(72 + k_2)] = 0;
    marks.at[(120 + k_2)] = 0;
    marks.at[(0 + k_2)] = 4;
  }
  for (int64_t k_3 = 0, k_3_end = n; k_3 < k_3_end; k_3++) {
    if ((state.at[(768 + k_3)] != 0.0) || (state.at[(792 + k_3)] != 0.0) || (state.at[(120 + k_3)] != 0.0)) {
      launch(profile, state, marks, k_3, 0.0, drag, state.at[(768 + k_3)], state.at[(792 + k_3)], state.at[(120 + k_3)]);
    }
  }
}

/** Play the jobs `picks[first:last]`; `worlds` has one row for all positions or one for each. */
static void play_many(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, table_f8 worlds, array_f8 sizes, array_i8 measures, cube_i8 places, array_i8 quarters, table_i8 strokes, table_i8 jobs, array_i8 watched, array_i8 picks, int64_t first, int64_t last, cube_i8 rest, table_f8 fell, table_f8 touched, table_i8 facts) {
  for (int64_t pick = first, pick_end = last; pick < pick_end; pick++) {
    int64_t job = picks.at[pick];
    int64_t position = jobs.at[job * jobs.row + 0];
    int64_t world = (worlds.size > 1) ? (int64_t)position : 0;
    int64_t seat = quarters.at[position];
    int64_t n = lay(state, sizes, measures, places, position, strokes, jobs.at[job * jobs.row + 1], seat);
    watch(marks, places, position, watched);
    int64_t events = play(profile, state, marks, ((array_f8){worlds.at + world * worlds.row, worlds.row}), log_2, n);
    facts.at[job * facts.row + 0] = events;
    if (events >= 0) {
      note(profile, state, marks, log_2, worlds.at[world * worlds.row + 0], measures, places, position, seat, job, rest, fell, touched, facts);
      stop_short(watched, job, rest, fell, facts);
    }
  }
}

/** Reset the results that are unknown for a stroke that ended with the fall of a watched disc. */
static void stop_short(array_i8 watched, int64_t job, cube_i8 rest, table_f8 fell, table_i8 facts) {
  for (int64_t disc = 0; disc < 20; disc++) {
    if ((watched.at[disc] != 0) && (fell.at[job * fell.row + disc] < 1e+300)) {
      facts.at[job * facts.row + 1] = -1;
      facts.at[job * facts.row + 2] = 0;
      for (int64_t other = 0; other < 20; other++) {
        rest.at[job * rest.row + other * rest.depth + 0] = -1000000000;
        rest.at[job * rest.row + other * rest.depth + 1] = -1000000000;
      }
      return;
    }
  }
}

/** Write the results of a stroke: places rounded to µm, times in s, the duration, the lines left. */
static void note(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, double drag, array_i8 measures, cube_i8 places, int64_t position, int64_t quarters, int64_t job, cube_i8 rest, table_f8 fell, table_f8 touched, table_i8 facts) {
  double end = 0.0;
  int64_t lane = 0;
  for (int64_t disc = 0; disc < 20; disc++) {
    rest.at[job * rest.row + disc * rest.depth + 0] = -1000000000;
    rest.at[job * rest.row + disc * rest.depth + 1] = -1000000000;
    fell.at[job * fell.row + disc] = INFINITY;
    touched.at[job * touched.row + disc] = INFINITY;
    if ((disc > 0) && (places.at[position * places.row + disc * places.depth + 0] == (-1000000000))) {
      continue;
    }
    double still = still_at(profile, state, marks, lane, drag);
    if (still > end) {
      end = still;
    }
    if (state.at[(528 + lane)] < 1e+300) {
      touched.at[job * touched.row + disc] = state.at[(528 + lane)];
    }
    if (state.at[(504 + lane)] < 1e+300) {
      fell.at[job * fell.row + disc] = state.at[(504 + lane)];
    } else {
      results_qq held = place_at_rest(state.at[(384 + lane)], state.at[(408 + lane)], measures);
      rest.at[job * rest.row + disc * rest.depth + 0] = held.p0;
      rest.at[job * rest.row + disc * rest.depth + 1] = held.p1;
    }
    lane = lane + 1;
  }
  facts.at[job * facts.row + 1] = nearest((end * 1000000.0));
  facts.at[job * facts.row + 2] = 2;
  if (state.at[504] >= 1e+300) {
    facts.at[job * facts.row + 2] = lines_left(log_2, facts.at[job * facts.row + 0], state.at[384], state.at[408], quarters, measures);
  }
}

/** Return how many base lines the striker has left at some time; it rests at (x, y). −1: the log was too short. */
static int64_t lines_left(array_f8 log_2, int64_t events, double x, double y, int64_t quarters, array_i8 measures) {
  double reach = ((double)measures.at[3] / (double)2) + 0.5;
  int64_t lower = measures.at[6] - measures.at[0];
  int64_t upper = measures.at[7] - measures.at[0];
  double away = away_of(x, y, quarters) * 1000000.0;
  if (!((((lower - reach) <= away) && (away <= (upper + reach))))) {
    return 2;
  }
  if ((events * 24) > log_2.size) {
    return -1;
  }
  bool left_lower = leaves(x, y, quarters, lower, reach, measures);
  bool left_upper = leaves(x, y, quarters, upper, reach, measures);
  for (int64_t event = 0, event_end = events; event < event_end; event++) {
    int64_t at_2 = event * 24;
    double ex;
    double ey;
    if (log_2.at[(at_2 + 1)] == 0.0) {
      ex = log_2.at[(at_2 + 4)];
      ey = log_2.at[(at_2 + 5)];
    } else {
      if (log_2.at[(at_2 + 2)] == 0.0) {
        ex = log_2.at[(at_2 + 6)];
        ey = log_2.at[(at_2 + 7)];
      } else {
        continue;
      }
    }
    left_lower = left_lower || leaves(ex, ey, quarters, lower, reach, measures);
    left_upper = left_upper || leaves(ex, ey, quarters, upper, reach, measures);
  }
  return (left_lower ? (int64_t)1 : 0) + (left_upper ? (int64_t)1 : 0);
}

/** Whether a striker at a place (m) is clear of its base line (µm from the centre). */
static bool leaves(double x, double y, int64_t quarters, int64_t line, double reach, array_i8 measures) {
  double across = away_of(x, y, floor_rest((quarters + 1), 4)) * 1000000.0;
  double over = ((across > 0.0) ? across : (-across)) - ((double)measures.at[8] / (double)2);
  double over_2 = (over > 0.0) ? over : 0.0;
  double off = (away_of(x, y, quarters) * 1000000.0) - line;
  return ((over_2 * over_2) + (off * off)) > (reach * reach);
}

/** Return the y coordinate of a place (m) in the frame of a seat. */
static double away_of(double x, double y, int64_t quarters) {
  if (quarters == 0) {
    return y;
  }
  if (quarters == 1) {
    return -x;
  }
  if (quarters == 2) {
    return -y;
  }
  return x;
}

/** Round a resting place (m) to whole µm, never into a pocket's circle, where the disc would have fallen. */
static results_qq place_at_rest(double x, double y, array_i8 measures) {
  int64_t near_x = nearest((x * 1000000.0));
  int64_t near_y = nearest((y * 1000000.0));
  if (!(is_over_pocket(near_x, near_y, measures))) {
    return (results_qq){near_x, near_y};
  }
  int64_t low_x = below((x * 1000000.0));
  int64_t low_y = below((y * 1000000.0));
  double least = 1e+300;
  int64_t best_x = near_x;
  int64_t best_y = near_y;
  for (int64_t dx = 0; dx < 2; dx++) {
    for (int64_t dy = 0; dy < 2; dy++) {
      if (!(is_over_pocket((low_x + dx), (low_y + dy), measures))) {
        double off_x = (low_x + dx) - (x * 1000000.0);
        double off_y = (low_y + dy) - (y * 1000000.0);
        double away = (off_x * off_x) + (off_y * off_y);
        if (away < least) {
          least = away;
          best_x = low_x + dx;
          best_y = low_y + dy;
        }
      }
    }
  }
  return (results_qq){best_x, best_y};
}

/** Return the floor of a number as an integer. */
static int64_t below(double number) {
  int64_t whole = (int64_t)number;
  return (whole > number) ? (int64_t)(whole - 1) : whole;
}

/** Whether a disc with its centre there would fall. */
static bool is_over_pocket(int64_t x, int64_t y, array_i8 measures) {
  int64_t dx = ((x > 0) ? (int64_t)x : (-x)) - measures.at[1];
  int64_t dy = ((y > 0) ? (int64_t)y : (-y)) - measures.at[1];
  return (4 * ((dx * dx) + (dy * dy))) < (measures.at[2] * measures.at[2]);
}

/** Return the time when disc k stops sliding and turning. */
static double still_at(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double drag) {
  if ((profile.at != NULL) && (marks.at[(0 + k)] == 3)) {
    double rim = state.at[(120 + k)];
    return state.at[(144 + k)] + (((rim > 0.0) ? rim : (-rim)) / (1.3333333333333333 * drag));
  }
  return state.at[(336 + k)];
}

/** Mark the lanes of a position's discs that are watched. */
static void watch(array_i8 marks, cube_i8 places, int64_t position, array_i8 watched) {
  int64_t lane = 0;
  for (int64_t disc = 0; disc < 20; disc++) {
    if ((disc == 0) || (places.at[position * places.row + disc * places.depth + 0] != (-1000000000))) {
      marks.at[(144 + lane)] = watched.at[disc];
      lane = lane + 1;
    }
  }
}

/** Write a position with the striker on its spot into the kernel's array; return the number of discs. */
static int64_t lay(array_f8 state, array_f8 sizes, array_i8 measures, cube_i8 places, int64_t position, table_i8 strokes, int64_t stroke, int64_t quarters) {
  int64_t away = strokes.at[stroke * strokes.row + 3] - measures.at[5];
  state.at[0] = ((double)turned_x(strokes.at[stroke * strokes.row + 0], away, quarters)) / 1000000.0;
  state.at[24] = ((double)turned_y(strokes.at[stroke * strokes.row + 0], away, quarters)) / 1000000.0;
  state.at[768] = ((double)turned_x(strokes.at[stroke * strokes.row + 1], strokes.at[stroke * strokes.row + 2], quarters)) / 1000000.0;
  state.at[792] = ((double)turned_y(strokes.at[stroke * strokes.row + 1], strokes.at[stroke * strokes.row + 2], quarters)) / 1000000.0;
  state.at[120] = (((double)strokes.at[stroke * strokes.row + 4]) / 1000.0) * sizes.at[0];
  state.at[168] = sizes.at[0];
  state.at[192] = sizes.at[1];
  int64_t n = 1;
  for (int64_t disc = 1; disc < 20; disc++) {
    if (places.at[position * places.row + disc * places.depth + 0] != (-1000000000)) {
      state.at[(0 + n)] = ((double)places.at[position * places.row + disc * places.depth + 0]) / 1000000.0;
      state.at[(24 + n)] = ((double)places.at[position * places.row + disc * places.depth + 1]) / 1000000.0;
      state.at[(768 + n)] = 0.0;
      state.at[(792 + n)] = 0.0;
      state.at[(120 + n)] = 0.0;
      state.at[(168 + n)] = sizes.at[2];
      state.at[(192 + n)] = sizes.at[3];
      n = n + 1;
    }
  }
  return n;
}

/** Return the y of the same. */
static int64_t turned_y(int64_t x, int64_t y, int64_t quarters) {
  if (quarters == 0) {
    return y;
  }
  if (quarters == 1) {
    return x;
  }
  if (quarters == 2) {
    return -y;
  }
  return -x;
}

/** Return the x of a place or vector after quarter turns counter-clockwise. */
static int64_t turned_x(int64_t x, int64_t y, int64_t quarters) {
  if (quarters == 0) {
    return x;
  }
  if (quarters == 1) {
    return -y;
  }
  if (quarters == 2) {
    return -x;
  }
  return y;
}

/** Return the index of the first job that cannot be played, or −1; `points` is scratch space for 40 numbers. */
static int64_t first_refused(array_i8 measures, cube_i8 places, array_i8 quarters, table_i8 strokes, table_i8 jobs, int64_t fastest, int64_t most_spin, array_f8 points) {
  for (int64_t job = 0, job_end = jobs.size; job < job_end; job++) {
    int64_t position = jobs.at[job * jobs.row + 0];
    int64_t stroke = jobs.at[job * jobs.row + 1];
    if (((job == 0) || (position != jobs.at[(job - 1) * jobs.row + 0])) && !(lie_well(measures, places, position, points))) {
      return job;
    }
    if (!(can_be_played(strokes, stroke, fastest, most_spin))) {
      return job;
    }
    if (!(stands_well(measures, places, position, strokes, stroke, quarters.at[position]))) {
      return job;
    }
  }
  return -1;
}

/** Whether the striker can stand where a stroke puts it. */
static bool stands_well(array_i8 measures, cube_i8 places, int64_t position, table_i8 strokes, int64_t stroke, int64_t quarters) {
  int64_t away = strokes.at[stroke * strokes.row + 3] - measures.at[5];
  int64_t x = turned_x(strokes.at[stroke * strokes.row + 0], away, quarters);
  int64_t y = turned_y(strokes.at[stroke * strokes.row + 0], away, quarters);
  int64_t reach = (measures.at[0] - floor_quotient(measures.at[3], 2)) + 2;
  if ((x > reach) || ((-x) > reach) || (y > reach) || ((-y) > reach) || is_over_pocket(x, y, measures)) {
    return false;
  }
  int64_t apart = (floor_quotient(measures.at[3], 2) + floor_quotient(measures.at[4], 2)) - 2;
  for (int64_t disc = 1; disc < 20; disc++) {
    int64_t dx = x - places.at[position * places.row + disc * places.depth + 0];
    int64_t dy = y - places.at[position * places.row + disc * places.depth + 1];
    if ((((-apart) < dx) && (dx < apart)) && (((dx * dx) + (dy * dy)) < (apart * apart))) {
      return false;
    }
  }
  return true;
}

/** Whether a stroke's speed and spin are within their limits. */
static bool can_be_played(table_i8 strokes, int64_t stroke, int64_t fastest, int64_t most_spin) {
  int64_t vx = strokes.at[stroke * strokes.row + 1];
  int64_t vy = strokes.at[stroke * strokes.row + 2];
  int64_t spin = strokes.at[stroke * strokes.row + 4];
  if ((vx > fastest) || ((-vx) > fastest) || (vy > fastest) || ((-vy) > fastest) || (spin > most_spin) || ((-spin) > most_spin)) {
    return false;
  }
  int64_t part_values[] = {0, 3};
  for (int part_index = 0; part_index < 2; part_index++) {
    int64_t part = part_values[part_index];
    if ((strokes.at[stroke * strokes.row + part] >= 1000000000) || (strokes.at[stroke * strokes.row + part] <= (-1000000000))) {
      return false;
    }
  }
  int64_t squared_2 = (vx * vx) + (vy * vy);
  return (squared_2 > 0) && (squared_2 <= (fastest * fastest));
}

/** Whether a position is possible: no disc overlaps another or the frame, or has its centre over a pocket. */
static bool lie_well(array_i8 measures, cube_i8 places, int64_t position, array_f8 points) {
  int64_t reach = (measures.at[0] - floor_quotient(measures.at[4], 2)) + 2;
  int64_t n = 0;
  for (int64_t disc = 1; disc < 20; disc++) {
    int64_t x = places.at[position * places.row + disc * places.depth + 0];
    int64_t y = places.at[position * places.row + disc * places.depth + 1];
    if (x == (-1000000000)) {
      continue;
    }
    if ((x > reach) || ((-x) > reach) || (y > reach) || ((-y) > reach) || is_over_pocket(x, y, measures)) {
      return false;
    }
    points.at[n] = (double)x;
    points.at[(20 + n)] = (double)y;
    n = n + 1;
  }
  double apart = (double)(measures.at[4] - 2);
  double squared_2 = apart * apart;
  int64_t overlaps = 0;
  for (int64_t k = 1, k_end = n; k < k_end; k++) {
    double x_of_k = points.at[k];
    double y_of_k = points.at[(20 + k)];
    for (int64_t other = 0, other_end = k; other < other_end; other++) {
      double dx = points.at[other] - x_of_k;
      double dy = points.at[(20 + other)] - y_of_k;
      overlaps = overlaps + ((((dx * dx) + (dy * dy)) < squared_2) ? (int64_t)1 : 0);
    }
  }
  return overlaps == 0;
}

/** Write the keyframes of a logged stroke to `out` as far as they fit; return their number. */
static int64_t write_frames(array_f8 profile, array_f8 log_2, int64_t events, array_f8 begun, array_f8 launched, int64_t n, double drag, array_f8 state, array_i8 marks, array_i8 out) {
  for (int64_t k = 0; k < 24; k++) {
    marks.at[(72 + k)] = 0;
    state.at[(48 + k)] = 1.0;
    state.at[(72 + k)] = 0.0;
    state.at[(120 + k)] = 0.0;
    state.at[(768 + k)] = 0.0;
  }
  for (int64_t k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    state.at[(0 + k_2)] = begun.at[((k_2 * 3) + 0)];
    state.at[(24 + k_2)] = begun.at[((k_2 * 3) + 1)];
    state.at[(168 + k_2)] = begun.at[((k_2 * 3) + 2)];
  }
  launch(profile, state, marks, 0, 0.0, drag, launched.at[0], launched.at[1], launched.at[2]);
  marks.at[72] = 1;
  int64_t count = 0;
  for (int64_t event = 0, event_end = events; event < event_end; event++) {
    int64_t row_3 = event * 24;
    double when = log_2.at[(row_3 + 3)];
    int64_t k_3 = (int64_t)log_2.at[(row_3 + 1)];
    bool falls = log_2.at[(row_3 + 0)] == 3;
    if (marks.at[(72 + k_3)] != 0) {
      count = write_leg(profile, state, marks, k_3, when, falls, drag, out, count);
    }
    marks.at[(72 + k_3)] = falls ? (int64_t)0 : 1;
    if (!(falls)) {
      set_off(profile, state, marks, log_2, row_3, k_3, 4, 5, 18, drag);
    }
    if (log_2.at[(row_3 + 0)] == 0) {
      int64_t k_4 = (int64_t)log_2.at[(row_3 + 2)];
      if (marks.at[(72 + k_4)] != 0) {
        count = write_leg(profile, state, marks, k_4, when, false, drag, out, count);
      }
      marks.at[(72 + k_4)] = 1;
      set_off(profile, state, marks, log_2, row_3, k_4, 6, 7, 21, drag);
    }
  }
  for (int64_t k_5 = 0, k_5_end = n; k_5 < k_5_end; k_5++) {
    if (marks.at[(72 + k_5)] != 0) {
      double end = end_of_spin(state, marks, k_5, drag);
      count = write_leg(profile, state, marks, k_5, end, true, drag, out, count);
    }
  }
  return count;
}

/** Return the time when disc k stops sliding and turning. */
static double end_of_spin(array_f8 state, array_i8 marks, int64_t k, double drag) {
  if (marks.at[(0 + k)] == 3) {
    double spin = state.at[(120 + k)];
    return state.at[(144 + k)] + (((spin > 0.0) ? spin : (-spin)) / (1.3333333333333333 * drag));
  }
  return state.at[(336 + k)];
}

/** Start the motion of disc k after an event of the log, with its current angle. */
static void set_off(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, int64_t row_3, int64_t k, int64_t at_x, int64_t at_y, int64_t after, double drag) {
  double when = log_2.at[(row_3 + 3)];
  if ((marks.at[(72 + k)] != 0) && (state.at[(144 + k)] < when)) {
    state.at[(768 + k)] = angle_at(profile, state, marks, k, when, drag);
  }
  state.at[(0 + k)] = log_2.at[(row_3 + at_x)];
  state.at[(24 + k)] = log_2.at[(row_3 + at_y)];
  launch(profile, state, marks, k, when, drag, log_2.at[(row_3 + after)], log_2.at[((row_3 + after) + 1)], log_2.at[((row_3 + after) + 2)]);
}

/** Return the angle (rad) by which disc k has turned since the stroke began. */
static double angle_at(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, double drag) {
  double spin = state.at[(120 + k)];
  if (spin == 0.0) {
    return state.at[(768 + k)];
  }
  double end = end_of_spin(state, marks, k, drag);
  double dt = ((when < end) ? when : end) - state.at[(144 + k)];
  int64_t branch = marks.at[(0 + k)];
  if (branch == 2) {
    return state.at[(768 + k)] + ((spin * dt) / state.at[(168 + k)]);
  }
  if (branch == 3) {
    double slowed = (0.6666666666666666 * drag) * dt;
    return state.at[(768 + k)] + (((spin - ((spin > 0.0) ? slowed : (-slowed))) * dt) / state.at[(168 + k)]);
  }
  double left = state.at[(216 + k)] - (dt * state.at[(240 + k)]);
  double way = (turned(profile, branch, state.at[(216 + k)]) - turned(profile, branch, ((left > 0.0) ? left : 0.0))) * (state.at[(288 + k)] / state.at[(168 + k)]);
  return state.at[(768 + k)] + ((spin > 0.0) ? way : (-way));
}

/** Return ∫S dτ from rest to τ: the turning angle in units of the profile. */
static double turned(array_f8 profile, int64_t branch, double tau) {
  if (tau <= 2.3283064365386963e-10) {
    return (((0.5 * profile.at[1]) / profile.at[0]) * tau) * tau;
  }
  int64_t cell = cell_of(tau);
  int64_t at_2 = 2 + (((branch * 2048) + cell) * 10);
  double h = tau - profile.at[at_2];
  double part = (profile.at[(at_2 + 8)] * 0.3333333333333333) + (h * (profile.at[(at_2 + 9)] * 0.25));
  return profile.at[((47620 + (branch * 2049)) + cell)] + (h * (profile.at[(at_2 + 6)] + (h * ((profile.at[(at_2 + 7)] * 0.5) + (h * part)))));
}

/** Write disc k's keyframes from its last event until `when`, and one at rest if it stops or the stroke ends. */
static int64_t write_leg(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double when, bool is_last, double drag, array_i8 out, int64_t count) {
  double still = end_of_spin(state, marks, k, drag);
  double end = (when < still) ? when : still;
  double begin = state.at[(144 + k)];
  double stop = state.at[(336 + k)];
  if ((begin < stop) && (stop < end)) {
    count = write_pieces(profile, state, marks, k, begin, stop, drag, out, count);
    begin = stop;
  }
  int64_t count_2 = write_pieces(profile, state, marks, k, begin, end, drag, out, count);
  if (is_last || (end < when)) {
    results_ddd held = glide(profile, state, marks, k, end, drag);
    double way = held.p0;
    double angle = angle_at(profile, state, marks, k, end, drag);
    count_2 = keep(state, k, nearest((end * 1000000.0)), way, 0.0, 0.0, angle, 0.0, 0.0, out, count_2);
  }
  return count_2;
}

/** Write one keyframe in whole units if it fits; return the new number of keyframes. */
static int64_t keep(array_f8 state, int64_t k, int64_t time_2, double way, double speed, double bend, double angle, double spin, double rate, array_i8 out, int64_t count) {
  int64_t at_2 = count * 11;
  if ((at_2 + 11) <= out.size) {
    double ux = state.at[(48 + k)] * 1000000.0;
    double uy = state.at[(72 + k)] * 1000000.0;
    out.at[(at_2 + 0)] = k;
    out.at[(at_2 + 1)] = time_2;
    out.at[(at_2 + 2)] = nearest(((state.at[(0 + k)] * 1000000.0) + (ux * way)));
    out.at[(at_2 + 3)] = nearest(((state.at[(24 + k)] * 1000000.0) + (uy * way)));
    out.at[(at_2 + 4)] = nearest((ux * speed));
    out.at[(at_2 + 5)] = nearest((uy * speed));
    out.at[(at_2 + 6)] = nearest((ux * bend));
    out.at[(at_2 + 7)] = nearest((uy * bend));
    out.at[(at_2 + 8)] = nearest((angle * 1000.0));
    out.at[(at_2 + 9)] = nearest((spin * 1000.0));
    out.at[(at_2 + 10)] = nearest((rate * 1000.0));
  }
  return count + 1;
}

/** Write parabolas from `begin` to `end` (s), each as long as the tolerance allows. */
static int64_t write_pieces(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double begin, double end, double drag, array_i8 out, int64_t count) {
  double span = end - begin;
  while (begin < end) {
    if (span > 1.0) {
      span = 1.0;
    }
    double stop = begin + span;
    if (stop > (end - 1e-09)) {
      stop = end;
      span = end - begin;
    }
    results_ddd held = glide(profile, state, marks, k, begin, drag);
    double way = held.p0;
    double speed = held.p1;
    double force = held.p2;
    double angle = angle_at(profile, state, marks, k, begin, drag);
    double spin = rim_speed(profile, state, marks, k, begin, drag) / state.at[(168 + k)];
    double bend = -force;
    double rate = 0.0;
    if (span > 0.0001) {
      results_dddd held_2 = ways(profile, state, marks, k, begin, span, drag);
      double way_low = held_2.p0;
      double way_middle = held_2.p1;
      double way_high = held_2.p2;
      double way_end = held_2.p3;
      results_dddd held_3 = angles(profile, state, marks, k, begin, span, drag);
      double low = held_3.p0;
      double middle = held_3.p1;
      double high = held_3.p2;
      double last = held_3.p3;
      double stray_2 = stray_of(way, way_low, way_middle, way_high, way_end);
      double around = stray_of(angle, low, middle, high, last) * state.at[(168 + k)];
      if ((stray_2 > 3e-06) || (around > 3e-06)) {
        span = span * 0.5;
        continue;
      }
      speed = (((4.0 * way_middle) - (3.0 * way)) - way_end) / span;
      bend = (4.0 * ((way - (2.0 * way_middle)) + way_end)) / (span * span);
      spin = (((4.0 * middle) - (3.0 * angle)) - last) / span;
      rate = (4.0 * ((angle - (2.0 * middle)) + last)) / (span * span);
    }
    int64_t time_2 = nearest((begin * 1000000.0));
    if (nearest((stop * 1000000.0)) > time_2) {
      double late = (time_2 * 1e-06) - begin;
      way = way + ((speed + ((0.5 * bend) * late)) * late);
      angle = angle + ((spin + ((0.5 * rate) * late)) * late);
      count = keep(state, k, time_2, way, (speed + (bend * late)), bend, angle, (spin + (rate * late)), rate, out, count);
    }
    begin = stop;
    span = span * 2.0;
  }
  return count;
}

/** Return the deviation of the values at the quarters from the parabola through the first, middle and last. */
static double stray_of(double first, double low, double middle, double high, double last) {
  double one = low - (((0.375 * first) + (0.75 * middle)) - (0.125 * last));
  double other = high - ((((-0.125) * first) + (0.75 * middle)) + (0.375 * last));
  double one_2 = (one > 0.0) ? one : (-one);
  double other_2 = (other > 0.0) ? other : (-other);
  return (one_2 > other_2) ? one_2 : other_2;
}

/** Return the angles at the quarters of a piece. */
static results_dddd angles(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double begin, double span, double drag) {
  double held = angle_at(profile, state, marks, k, (begin + (0.25 * span)), drag);
  double held_2 = angle_at(profile, state, marks, k, (begin + (0.5 * span)), drag);
  double held_3 = angle_at(profile, state, marks, k, (begin + (0.75 * span)), drag);
  double held_4 = angle_at(profile, state, marks, k, (begin + span), drag);
  return (results_dddd){held, held_2, held_3, held_4};
}

/** Return the distances at the quarters of a piece. */
static results_dddd ways(array_f8 profile, array_f8 state, array_i8 marks, int64_t k, double begin, double span, double drag) {
  double held = glide(profile, state, marks, k, (begin + (0.25 * span)), drag).p0;
  double held_2 = glide(profile, state, marks, k, (begin + (0.5 * span)), drag).p0;
  double held_3 = glide(profile, state, marks, k, (begin + (0.75 * span)), drag).p0;
  double held_4 = glide(profile, state, marks, k, (begin + span), drag).p0;
  return (results_dddd){held, held_2, held_3, held_4};
}

/** Simulate samples `first` to `last`, `per` a stroke; each uses its own row of `noise` and its rack. */
static void try_many_f8f8i8f8f8f8i8i8i8i8f8f8i8f8f8f8f8i8i8i2i4(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, array_f8 world, array_f8 sizes, array_i8 measures, cube_i8 places, int64_t quarters, array_i8 kinds, table_i8 strokes, table_f8 noise, int64_t offset, int64_t per, int64_t stride, array_f8 hand, table_i8 spans_2, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes, table_i8 struck, int64_t first, int64_t last, array_i2 classes, table_i4 lies) {
  for (int64_t job = first, job_end = last; job < job_end; job++) {
    int64_t s = floor_quotient(job, per);
    int64_t row_3 = floor_rest(((offset + floor_rest(job, per)) + (stride * s)), noise.size);
    int64_t p = floor_rest(row_3, places.size);
    stray(strokes, s, hand, noise.at[row_3 * noise.row + 0], noise.at[row_3 * noise.row + 1], noise.at[row_3 * noise.row + 2], spans_2, struck);
    int64_t n = lay(state, sizes, measures, places, p, struck, 0, quarters);
    int64_t events = play(profile, state, marks, world, log_2, n);
    if (events < 0) {
      classes.at[job] = (int16_t)4800;
      continue;
    }
    classes.at[job] = (int16_t)seen(state, log_2, events, measures, places, p, quarters, kinds, hand.at[4]);
    lie_f8i8i8f8f8f8f8f8i8i4(state, places, p, quarters, kinds, hand, line, shape, base, work, lanes, ((array_i4){lies.at + job * lies.row, lies.row}));
  }
}

/** Write the layout features of the discs at rest, for the player and the following ones, into a row of LIE. */
static void lie_f8i8i8f8f8f8f8f8i8i4(array_f8 state, cube_i8 places, int64_t p, int64_t quarters, array_i8 kinds, array_f8 hand, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes, array_i4 row_3) {
  for (int64_t column = 0; column < 27; column++) {
    row_3.at[column] = (int32_t)0;
  }
  if (hand.at[3] <= 0.0) {
    return;
  }
  array_i8 now = ((array_i8){lanes.at + 0 * lanes.row, lanes.row});
  array_i8 moved = ((array_i8){lanes.at + 1 * lanes.row, lanes.row});
  int64_t count = 0;
  int64_t gone = 0;
  int64_t lane = 1;
  for (int64_t disc = 1; disc < 20; disc++) {
    now.at[disc] = -1;
    if (places.at[p * places.row + disc * places.depth + 0] == (-1000000000)) {
      continue;
    }
    if (state.at[(504 + lane)] < 1e+300) {
      gone = gone | ((int64_t)((uint64_t)1 << disc));
    } else {
      double x = state.at[(384 + lane)];
      double y = state.at[(408 + lane)];
      now.at[disc] = kinds.at[disc];
      work.at[3 * work.row + disc] = x;
      work.at[4 * work.row + disc] = y;
      if ((nearest((x * 1000000.0)) != places.at[p * places.row + disc * places.depth + 0]) || (nearest((y * 1000000.0)) != places.at[p * places.row + disc * places.depth + 1])) {
        moved.at[count] = disc;
        count = count + 1;
        gone = gone | ((int64_t)((uint64_t)1 << disc));
      }
    }
    lane = lane + 1;
  }
  int64_t colour = (int64_t)hand.at[4];
  write_lie_i8i8f8f8f8f8i4(now, moved, count, gone, colour, quarters, ((int64_t)hand.at[5]), ((int64_t)hand.at[6]), ((int64_t)hand.at[7]), hand.at[3], line, shape, base, (3 * p), work, row_3);
}

/** Write a row of LIE for discs at `work[3]`, `work[4]` (m, in the board's frame). */
static void write_lie_i8i8f8f8f8f8i4(array_i8 now, array_i8 moved, int64_t count, int64_t gone, int64_t colour, int64_t quarters, int64_t after, int64_t third, int64_t sides, double ease, array_f8 line, array_f8 shape, table_f8 base, int64_t side_0, table_f8 work, array_i4 row_3) {
  for (int64_t side = 0, side_end = sides; side < side_end; side++) {
    int64_t turned_2 = (side == 0) ? (int64_t)quarters : ((side == 1) ? (int64_t)after : third);
    for (int64_t disc = 1; disc < 20; disc++) {
      if (now.at[disc] >= 0) {
        work.at[0 * work.row + disc] = -away_of(work.at[3 * work.row + disc], work.at[4 * work.row + disc], floor_rest((turned_2 + 1), 4));
        work.at[1 * work.row + disc] = away_of(work.at[3 * work.row + disc], work.at[4 * work.row + disc], turned_2);
      }
    }
    int64_t own = ((side == 1) && (colour > 0)) ? (int64_t)(3 - colour) : colour;
    int64_t first = 9 * side;
    double near_2 = 0.0;
    for (int64_t disc_2 = 1; disc_2 < 20; disc_2++) {
      if ((now.at[disc_2] < 0) || ((now.at[disc_2] > 0) && (own > 0) && (now.at[disc_2] != own))) {
        continue;
      }
      int64_t place = row_of((side_0 + side), disc_2);
      double ratio = base.at[place * base.row + 0];
      if (((((gone >> disc_2) & 1) == 1) || ((((int64_t)base.at[place * base.row + 3]) & gone) != 0) || !(still_open(((array_f8){work.at + 0 * work.row, work.row}), ((array_f8){work.at + 1 * work.row, work.row}), disc_2, moved, count, line, shape, ((array_f8){base.at + place * base.row, base.row}))))) {
        easiest(((array_f8){work.at + 0 * work.row, work.row}), ((array_f8){work.at + 1 * work.row, work.row}), now, disc_2, line, shape, ((array_f8){work.at + 2 * work.row, work.row}), ((array_f8){work.at + 5 * work.row, work.row}));
        ratio = work.at[2 * work.row + 0];
      }
      int64_t hard = nearest((1000000 * (1.0 - error_function((ratio / (ease * 1.4142135623730951))))));
      if (now.at[disc_2] == 0) {
        row_3.at[(first + 2)] = (int32_t)hard;
        continue;
      }
      near_2 = near_2 + nearness(work.at[3 * work.row + disc_2], work.at[4 * work.row + disc_2], shape);
      row_3.at[(first + 1)] = (int32_t)(((int64_t)row_3.at[(first + 1)]) + hard);
      if (own == 0) {
        insert_i4(row_3, ((first + 3) + ((now.at[disc_2] == 1) ? (int64_t)0 : 3)), 3, (1000000 - hard));
        continue;
      }
      insert_i4(row_3, (first + 3), 5, hard);
      if ((1000000 - hard) > ((int64_t)row_3.at[(first + 8)])) {
        row_3.at[(first + 8)] = (int32_t)(1000000 - hard);
      }
    }
    row_3.at[(first + 0)] = (int32_t)nearest((1000000 * near_2));
  }
}

/** Insert a value into the `count` largest values of a row from `first` on, in descending order. */
static void insert_i4(array_i4 row_3, int64_t first, int64_t count, int64_t value) {
  for (int64_t place = first, place_end = first + count; place < place_end; place++) {
    if (value > ((int64_t)row_3.at[place])) {
      int64_t other = (int64_t)row_3.at[place];
      row_3.at[place] = (int32_t)value;
      value = other;
    }
  }
}

/** Return the value of nearness to a pocket: 1 at its mouth, about a third at NEARNESS. */
static double nearness(double x, double y, array_f8 shape) {
  double dx = ((x > 0.0) ? x : (-x)) - shape.at[2];
  double dy = ((y > 0.0) ? y : (-y)) - shape.at[2];
  double share = sqrt(((dx * dx) + (dy * dy))) / 0.11;
  return 1.0 / (1.0 + (share * (1.0 + (share * (0.5 + (share * (0.16666666666666666 + (share / 24.0))))))));
}

/** Return erf(x) for x ≥ 0 within 5e-4 (Abramowitz and Stegun 7.1.27). */
static double error_function(double x) {
  double low = 1.0 + (x * (0.278393 + (x * (0.230389 + (x * (0.000972 + (x * 0.078108)))))));
  low = low * low;
  return 1.0 - (1.0 / (low * low));
}

/** Write a piece's easiest direct stroke from one of the spots into `known`, a row of KNOWN floats. */
static void easiest(array_f8 xs, array_f8 ys, array_i8 kinds, int64_t man, array_f8 places, array_f8 shape, array_f8 known, array_f8 ratios) {
  double touch = shape.at[0] + shape.at[1];
  double reach = shape.at[5] - shape.at[0];
  double best = 0.0;
  int64_t blockers = 0;
  known.at[0] = 0.0;
  known.at[1] = -1.0;
  known.at[2] = -1.0;
  double x = xs.at[man];
  double y = ys.at[man];
  for (int64_t pocket = 0; pocket < 4; pocket++) {
    double to_x = (floor_rest(pocket, 2) == 1) ? shape.at[2] : (-shape.at[2]);
    double to_y = (pocket < 2) ? shape.at[2] : (-shape.at[2]);
    double ux = to_x - x;
    double uy = to_y - y;
    double length_2 = sqrt(((ux * ux) + (uy * uy)));
    if (length_2 < 1e-06) {
      continue;
    }
    ux = ux / length_2;
    uy = uy / length_2;
    double ghost_x = x - (touch * ux);
    double ghost_y = y - (touch * uy);
    if ((ghost_x > reach) || ((-ghost_x) > reach) || (ghost_y > reach) || ((-ghost_y) > reach)) {
      continue;
    }
    double window = opening(shape.at[3], length_2) * touch;
    double wy = ghost_y + shape.at[4];
    if ((best * ((wy > 0.0) ? wy : (-wy))) >= window) {
      continue;
    }
    for (int64_t place = 0, place_end = places.size; place < place_end; place++) {
      double wx = ghost_x - places.at[place];
      double square = (wx * wx) + (wy * wy);
      double straight = (wx * ux) + (wy * uy);
      bool is_open = (square > 1e-12) && (straight > 0.0) && ((straight * straight) >= (0.04000000000000001 * square));
      ratios.at[place] = is_open ? ((window * straight) / square) : 0.0;
    }
    bool is_first = true;
    while (true) {
      int64_t place_2 = 0;
      for (int64_t other = 1, other_end = places.size; other < other_end; other++) {
        if (ratios.at[other] > ratios.at[place_2]) {
          place_2 = other;
        }
      }
      if (ratios.at[place_2] <= best) {
        break;
      }
      int64_t blocker = -1;
      if (is_first) {
        blocker = first_in_way(xs, ys, kinds, man, x, y, to_x, to_y, (2.0 * shape.at[1]));
        is_first = false;
      }
      if (blocker >= 0) {
        blockers = blockers | ((int64_t)((uint64_t)1 << blocker));
        break;
      }
      int64_t before_2 = first_in_way(xs, ys, kinds, man, places.at[place_2], (-shape.at[4]), ghost_x, ghost_y, touch);
      if (before_2 >= 0) {
        blockers = blockers | ((int64_t)((uint64_t)1 << before_2));
        ratios.at[place_2] = 0.0;
        continue;
      }
      best = ratios.at[place_2];
      known.at[0] = best;
      known.at[1] = pocket;
      known.at[2] = place_2;
      break;
    }
  }
  known.at[3] = blockers;
}

/** Return the first disc by number that is nearer than `gap` to a straight path, or −1; `skip` is ignored. */
static int64_t first_in_way(array_f8 xs, array_f8 ys, array_i8 kinds, int64_t skip, double x, double y, double to_x, double to_y, double gap) {
  double wx = to_x - x;
  double wy = to_y - y;
  double length_2 = sqrt(((wx * wx) + (wy * wy)));
  if (length_2 <= 0.0) {
    return -1;
  }
  wx = wx / length_2;
  wy = wy / length_2;
  for (int64_t k = 1; k < 20; k++) {
    if ((k == skip) || (kinds.at[k] < 0)) {
      continue;
    }
    double ax = xs.at[k] - x;
    double ay = ys.at[k] - y;
    double aside = (ax * wy) - (ay * wx);
    if ((aside >= gap) || ((-aside) >= gap)) {
      continue;
    }
    double ahead = (ax * wx) + (ay * wy);
    if ((ahead <= (-gap)) || (ahead >= (length_2 + gap))) {
      continue;
    }
    double over = 0.0;
    if (ahead < 0.0) {
      over = -ahead;
    } else {
      if (ahead > length_2) {
        over = ahead - length_2;
      }
    }
    if (((over * over) + (aside * aside)) < (gap * gap)) {
      return k;
    }
  }
  return -1;
}

/** Return the angle that a pocket opens to a piece at a distance of `length`: the first terms of an arcsine. */
static double opening(double mouth, double length_2) {
  double share = ((0.9 * mouth) < length_2) ? ((0.9 * mouth) / length_2) : 1.0;
  return share * (1.0 + ((share * share) * (0.16666666666666666 + ((0.075 * share) * share))));
}

/** Whether none of the moved discs blocks a piece's known easiest stroke. */
static bool still_open(array_f8 xs, array_f8 ys, int64_t man, array_i8 moved, int64_t count, array_f8 places, array_f8 shape, array_f8 known) {
  if (known.at[0] <= 0.0) {
    return true;
  }
  double touch = shape.at[0] + shape.at[1];
  int64_t pocket = (int64_t)known.at[1];
  double to_x = (floor_rest(pocket, 2) == 1) ? shape.at[2] : (-shape.at[2]);
  double to_y = (pocket < 2) ? shape.at[2] : (-shape.at[2]);
  double ux = to_x - xs.at[man];
  double uy = to_y - ys.at[man];
  double length_2 = sqrt(((ux * ux) + (uy * uy)));
  ux = ux / length_2;
  uy = uy / length_2;
  double place = places.at[((int64_t)known.at[2])];
  double wx = (xs.at[man] - (touch * ux)) - place;
  double wy = (ys.at[man] - (touch * uy)) + shape.at[4];
  double run = sqrt(((wx * wx) + (wy * wy)));
  wx = wx / run;
  wy = wy / run;
  for (int64_t index_2 = 0, index_2_end = count; index_2 < index_2_end; index_2++) {
    int64_t k = moved.at[index_2];
    if (near((xs.at[k] - xs.at[man]), (ys.at[k] - ys.at[man]), ux, uy, length_2, (2.0 * shape.at[1]))) {
      return false;
    }
    if (near((xs.at[k] - place), (ys.at[k] + shape.at[4]), wx, wy, run, touch)) {
      return false;
    }
  }
  return true;
}

/** Whether a disc at (ax, ay) from the start of a path with that direction and length is nearer to it than `gap`. */
static bool near(double ax, double ay, double wx, double wy, double length_2, double gap) {
  double aside = (ax * wy) - (ay * wx);
  if ((aside >= gap) || ((-aside) >= gap)) {
    return false;
  }
  double ahead = (ax * wx) + (ay * wy);
  if ((ahead <= (-gap)) || (ahead >= (length_2 + gap))) {
    return false;
  }
  double over = 0.0;
  if (ahead < 0.0) {
    over = -ahead;
  } else {
    if (ahead > length_2) {
      over = ahead - length_2;
    }
  }
  return ((over * over) + (aside * aside)) < (gap * gap);
}

/** Return the row of a disc's easiest stroke; sides are numbered from 0, BLOCKS for each position. */
static int64_t row_of(int64_t side, int64_t disc) {
  return (side * 20) + disc;
}

/** Return the class of the stroke just simulated. */
static int64_t seen(array_f8 state, array_f8 log_2, int64_t events, array_i8 measures, cube_i8 places, int64_t p, int64_t quarters, array_i8 kinds, double colour) {
  int64_t whites = 0;
  int64_t blacks = 0;
  int64_t queen = 0;
  int64_t direct = 0;
  int64_t met = 0;
  int64_t lane = 1;
  for (int64_t disc = 1; disc < 20; disc++) {
    if (places.at[p * places.row + disc * places.depth + 0] == (-1000000000)) {
      continue;
    }
    bool touched = state.at[(528 + lane)] < 1e+300;
    if (touched) {
      met = 1;
    }
    if (state.at[(504 + lane)] < 1e+300) {
      if (kinds.at[disc] == 0) {
        queen = 1;
      } else {
        if (kinds.at[disc] == 1) {
          whites = whites + 1;
        } else {
          blacks = blacks + 1;
        }
      }
      if (touched && (colour > 0.0) && (kinds.at[disc] > 0) && (kinds.at[disc] != colour)) {
        direct = 1;
      }
    }
    lane = lane + 1;
  }
  int64_t striker = (state.at[504] < 1e+300) ? (int64_t)1 : 0;
  int64_t lines = 2;
  if (striker == 0) {
    int64_t lines_2 = lines_left(log_2, events, state.at[384], state.at[408], quarters, measures);
    lines = (lines_2 < 0) ? (int64_t)2 : lines_2;
  }
  return class_of(whites, blacks, queen, striker, direct, lines, met);
}

/** Return the class of a stroke; `lines` is the number of baselines that the striker has left. */
static int64_t class_of(int64_t whites, int64_t blacks, int64_t queen, int64_t striker, int64_t direct, int64_t lines, int64_t met) {
  return (((((((((((whites * 10) + blacks) * 2) + queen) * 2) + striker) * 2) + direct) * 3) + lines) * 2) + met;
}

/** Write stroke s with noise from these deviates; the place error is dropped where the spot would be illegal. */
static void stray(table_i8 strokes, int64_t s, array_f8 hand, double z0, double z1, double z2, table_i8 spans_2, table_i8 struck) {
  double vx = (double)strokes.at[s * strokes.row + 1];
  double vy = (double)strokes.at[s * strokes.row + 2];
  double speed = sqrt(((vx * vx) + (vy * vy)));
  double turn = (hand.at[0] * (0.8 + ((0.2 * speed) / 2000000.0))) * z0;
  double square = turn * turn;
  double cosine = 1.0 - ((square / 2.0) * (1.0 - ((square / 12.0) * (1.0 - ((square / 30.0) * (1.0 - (square / 56.0)))))));
  double sine = turn * (1.0 - ((square / 6.0) * (1.0 - ((square / 20.0) * (1.0 - ((square / 42.0) * (1.0 - (square / 72.0))))))));
  double faster = 1.0 + (hand.at[1] * z1);
  double faster_2 = (faster > 0.1) ? faster : 0.1;
  if ((faster_2 > 1.0) && ((faster_2 * speed) > 11900000.0)) {
    faster_2 = (speed < 11900000.0) ? (11900000.0 / speed) : 1.0;
  }
  int64_t new_x = nearest((((vx * cosine) - (vy * sine)) * faster_2));
  int64_t new_y = nearest((((vx * sine) + (vy * cosine)) * faster_2));
  if ((new_x == 0) && (new_y == 0)) {
    new_x = strokes.at[s * strokes.row + 1];
    new_y = strokes.at[s * strokes.row + 2];
  }
  int64_t at_2 = strokes.at[s * strokes.row + 0] + nearest((hand.at[2] * z2));
  bool legal = false;
  for (int64_t k = 0, k_end = spans_2.size; k < k_end; k++) {
    if ((spans_2.at[k * spans_2.row + 0] <= at_2) && (at_2 <= spans_2.at[k * spans_2.row + 1])) {
      legal = true;
    }
  }
  struck.at[0 * struck.row + 0] = legal ? (int64_t)at_2 : strokes.at[s * strokes.row + 0];
  struck.at[0 * struck.row + 1] = new_x;
  struck.at[0 * struck.row + 2] = new_y;
  struck.at[0 * struck.row + 3] = strokes.at[s * strokes.row + 3];
  struck.at[0 * struck.row + 4] = strokes.at[s * strokes.row + 4];
}

/** Write, for every position and player of the layout, the easiest stroke at each disc before the stroke. */
static void foresee_men(cube_i8 places, int64_t quarters, array_i8 kinds, array_f8 hand, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes) {
  int64_t colour = (int64_t)hand.at[4];
  for (int64_t p = 0, p_end = places.size; p < p_end; p++) {
    for (int64_t side = 0, side_end = (int64_t)hand.at[7]; side < side_end; side++) {
      int64_t turned_2 = (side == 0) ? (int64_t)quarters : ((side == 1) ? (int64_t)((int64_t)hand.at[5]) : ((int64_t)hand.at[6]));
      turn_to_player(places, p, turned_2, kinds, ((array_f8){work.at + 0 * work.row, work.row}), ((array_f8){work.at + 1 * work.row, work.row}), ((array_i8){lanes.at + 0 * lanes.row, lanes.row}));
      int64_t own = ((side == 1) && (colour > 0)) ? (int64_t)(3 - colour) : colour;
      for (int64_t disc = 1; disc < 20; disc++) {
        if ((lanes.at[0 * lanes.row + disc] == 0) || ((lanes.at[0 * lanes.row + disc] > 0) && ((own == 0) || (lanes.at[0 * lanes.row + disc] == own)))) {
          array_f8 known = ((array_f8){base.at + row_of(((3 * p) + side), disc) * base.row, base.row});
          easiest(((array_f8){work.at + 0 * work.row, work.row}), ((array_f8){work.at + 1 * work.row, work.row}), ((array_i8){lanes.at + 0 * lanes.row, lanes.row}), disc, line, shape, known, ((array_f8){work.at + 5 * work.row, work.row}));
        }
      }
    }
  }
}

/** Write the positions of the discs in the player's frame, in m, and which discs are on the board. */
static void turn_to_player(cube_i8 places, int64_t p, int64_t quarters, array_i8 kinds, array_f8 xs, array_f8 ys, array_i8 now) {
  int64_t back = floor_rest((4 - quarters), 4);
  for (int64_t disc = 1; disc < 20; disc++) {
    now.at[disc] = -1;
    if (places.at[p * places.row + disc * places.depth + 0] != (-1000000000)) {
      now.at[disc] = kinds.at[disc];
      xs.at[disc] = turned_x(places.at[p * places.row + disc * places.depth + 0], places.at[p * places.row + disc * places.depth + 1], back) / 1000000.0;
      ys.at[disc] = turned_y(places.at[p * places.row + disc * places.depth + 0], places.at[p * places.row + disc * places.depth + 1], back) / 1000000.0;
    }
  }
}

/** Write a row of LIE for every position; `seats` holds the first player's colour, the players' quarter turns, and how many players there are. */
static void survey_i8i8i8f8f8f8f8f8i8i4(cube_i8 places, array_i8 kinds, table_i8 seats, array_f8 eases, array_f8 line, array_f8 shape, table_f8 base, table_f8 work, table_i8 lanes, table_i4 rows) {
  for (int64_t p = 0, p_end = places.size; p < p_end; p++) {
    for (int64_t disc = 1; disc < 20; disc++) {
      lanes.at[0 * lanes.row + disc] = -1;
      if (places.at[p * places.row + disc * places.depth + 0] != (-1000000000)) {
        lanes.at[0 * lanes.row + disc] = kinds.at[disc];
        work.at[3 * work.row + disc] = places.at[p * places.row + disc * places.depth + 0] / 1000000.0;
        work.at[4 * work.row + disc] = places.at[p * places.row + disc * places.depth + 1] / 1000000.0;
      }
    }
    for (int64_t column = 0; column < 27; column++) {
      rows.at[p * rows.row + column] = (int32_t)0;
    }
    write_lie_i8i8f8f8f8f8i4(((array_i8){lanes.at + 0 * lanes.row, lanes.row}), ((array_i8){lanes.at + 1 * lanes.row, lanes.row}), 0, (-1), seats.at[p * seats.row + 0], seats.at[p * seats.row + 1], seats.at[p * seats.row + 2], seats.at[p * seats.row + 3], seats.at[p * seats.row + 4], eases.at[p], line, shape, base, 0, work, ((array_i4){rows.at + p * rows.row, rows.row}));
  }
}

/** Write every open direct stroke at a wanted piece as a row of DIRECT floats, and return their number. */
static int64_t directs(array_f8 xs, array_f8 ys, array_i8 kinds, array_i8 wanted, array_f8 places, array_f8 shape, table_f8 found) {
  double touch = shape.at[0] + shape.at[1];
  double reach = shape.at[5] - shape.at[0];
  int64_t count = 0;
  for (int64_t man = 1; man < 20; man++) {
    if ((kinds.at[man] < 0) || (wanted.at[man] == 0)) {
      continue;
    }
    for (int64_t pocket = 0; pocket < 4; pocket++) {
      double to_x = (floor_rest(pocket, 2) == 1) ? shape.at[2] : (-shape.at[2]);
      double to_y = (pocket < 2) ? shape.at[2] : (-shape.at[2]);
      double ux = to_x - xs.at[man];
      double uy = to_y - ys.at[man];
      double length_2 = sqrt(((ux * ux) + (uy * uy)));
      if (length_2 < 1e-06) {
        continue;
      }
      if (first_in_way(xs, ys, kinds, man, xs.at[man], ys.at[man], to_x, to_y, (2.0 * shape.at[1])) >= 0) {
        continue;
      }
      ux = ux / length_2;
      uy = uy / length_2;
      for (int64_t place = 0, place_end = places.size; place < place_end; place++) {
        if (count == found.size) {
          return count;
        }
        double nx = ux;
        double ny = uy;
        double wx = 0.0;
        double wy = 0.0;
        double run = 0.0;
        double straight = -1.0;
        for (int64_t _ = 0; _ < 4; _++) {
          wx = (xs.at[man] - (touch * nx)) - places.at[place];
          wy = (ys.at[man] - (touch * ny)) + shape.at[4];
          run = sqrt(((wx * wx) + (wy * wy)));
          if (run < 1e-06) {
            straight = -1.0;
            break;
          }
          wx = wx / run;
          wy = wy / run;
          straight = (wx * nx) + (wy * ny);
          if (straight < 0.2) {
            break;
          }
          double tx = wx - (straight * nx);
          double ty = wy - (straight * ny);
          double aside = sqrt(((tx * tx) + (ty * ty)));
          if (aside < 1e-09) {
            break;
          }
          double grip = ((aside / straight) / (3.0 * (1.0 + shape.at[6]))) * (1.0 + shape.at[11]);
          double grip_2 = (grip < shape.at[7]) ? grip : shape.at[7];
          nx = ux - ((grip_2 * tx) / aside);
          ny = uy - ((grip_2 * ty) / aside);
          double size_2 = sqrt(((nx * nx) + (ny * ny)));
          nx = nx / size_2;
          ny = ny / size_2;
        }
        if (straight < 0.2) {
          continue;
        }
        double ghost_x = xs.at[man] - (touch * nx);
        double ghost_y = ys.at[man] - (touch * ny);
        if ((ghost_x > reach) || ((-ghost_x) > reach) || (ghost_y > reach) || ((-ghost_y) > reach)) {
          continue;
        }
        if (first_in_way(xs, ys, kinds, man, places.at[place], (-shape.at[4]), ghost_x, ghost_y, touch) >= 0) {
          continue;
        }
        double leaving = sqrt((0.12249999999999998 + ((2.0 * shape.at[8]) * length_2)));
        double share = shape.at[9] / (shape.at[9] + shape.at[10]);
        double arriving = leaving / (((1.0 + shape.at[6]) * share) * straight);
        found.at[count * found.row + 0] = ((opening(shape.at[3], length_2) * touch) * straight) / run;
        found.at[count * found.row + 1] = places.at[place];
        found.at[count * found.row + 2] = wx;
        found.at[count * found.row + 3] = wy;
        found.at[count * found.row + 4] = sqrt(((arriving * arriving) + ((2.0 * shape.at[8]) * run)));
        found.at[count * found.row + 5] = man;
        found.at[count * found.row + 6] = pocket;
        count = count + 1;
      }
    }
  }
  return count;
}

/** Play and settle the strokes of boards `picks[first:last]`; return how many still need a decision. */
static int64_t step_boards_f8i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8(array_f8 profile, Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, Law law, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, table_i8 strokes, array_i8 picks, int64_t first, int64_t last) {
  play_boards_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8(profile, tables, seen_2, ground, desk, strokes, picks, first, last);
  return rule_boards_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(tables, seen_2, law, ground, desk, picks, first, last);
}

/** Settle the strokes of boards with status ASK; return how many have a key that the table does not know. */
static int64_t rule_boards_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, Law law, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, array_i8 picks, int64_t first, int64_t last) {
  int64_t left = 0;
  for (int64_t pick = first, pick_end = last; pick < pick_end; pick++) {
    int64_t b = picks.at[pick];
    if (tables.info.at[b * tables.info.row + 0] < 5) {
      continue;
    }
    if (tables.info.at[b * tables.info.row + 0] == 5) {
      seen_2.keys.at[b] = key_of_i8i8i1i8i8f8f8i8i1i8i8(tables, seen_2, b);
      seen_2.said.at[b] = row_of_2(law.slots, seen_2.keys.at[b]);
      if (seen_2.said.at[b] >= 0) {
        rule_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, seen_2, law, ground, desk, b);
        continue;
      }
    }
    left = left + 1;
  }
  return left;
}

/** Apply the decision on a board's stroke. */
static void rule_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, Law law, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, int64_t b) {
  cube_i8 held = tables.places;
  cube_i8 held_2 = seen_2.rest;
  cube_i8 places = held;
  cube_i8 rest = held_2;
  bool met = in_falling_order_i8i8f8f8i8i1i8i8(places, b, seen_2);
  settle_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, ((array_i8){law.decisions.at + seen_2.said.at[b] * law.decisions.row, law.decisions.row}), met, seen_2.fallen, desk);
  for (int64_t disc = 1; disc < 20; disc++) {
    if (places.at[b * places.row + disc * places.depth + 0] != (-1000000000)) {
      places.at[b * places.row + disc * places.depth + 0] = rest.at[b * rest.row + disc * rest.depth + 0];
      places.at[b * places.row + disc * places.depth + 1] = rest.at[b * rest.row + disc * rest.depth + 1];
    }
  }
  for (int64_t k = 0, k_end = length_i1(desk.rows, 0, 0); k < k_end; k++) {
    put_on_centre_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ((int64_t)desk.rows.at[0 * desk.rows.row + 0 * desk.rows.depth + k]), ground, desk);
  }
  tables.info.at[b * tables.info.row + 18] = tables.info.at[b * tables.info.row + 18] + 1;
  go_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ground, desk);
}

/** Place the dues that can be placed, and set the board's status. */
static void go_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  table_i8 held = tables.info;
  cube_i1 held_2 = tables.queues;
  int64_t held_3 = tables.book.at[17];
  table_i8 info = held;
  cube_i1 queues = held_2;
  int64_t by_itself = held_3;
  while (((int64_t)queues.at[b * queues.row + 5 * queues.depth + 0]) != (-1)) {
    int64_t disc = (int64_t)queues.at[b * queues.row + 5 * queues.depth + 0];
    if (has_place_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, disc, ground, desk)) {
      if (by_itself == 0) {
        info.at[b * info.row + 0] = 1;
        return;
      }
      placed_i8i8i1i8(tables, b);
      put_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(tables, b, disc, desk);
    } else {
      if (men_on_board_i8i8i1i8(tables, b, ((int64_t)queues.at[b * queues.row + 7 * queues.depth + 0])) > 0) {
        put_off_i8i8i1i8(tables, b);
      } else {
        placed_i8i8i1i8(tables, b);
        put_on_centre_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, disc, ground, desk);
      }
    }
  }
  if (info.at[b * info.row + 13] != 0) {
    if (by_itself != 0) {
      info.at[b * info.row + 14] = info.at[b * info.row + 14] + info.at[b * info.row + 16];
      info.at[b * info.row + 16] = 0;
    }
    info.at[b * info.row + 0] = (info.at[b * info.row + 16] > 0) ? (int64_t)2 : 3;
  } else {
    int64_t held_4 = has_spot_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ground, desk) ? (int64_t)0 : 4;
    info.at[b * info.row + 0] = held_4;
  }
}

/** Whether the player in turn has any legal spot for the striker. */
static bool has_spot_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  return (near_lines_i8i8i1i8f8i8f8i8i8i8i8(tables, b, ground) < tables.book.at[16]) || (spans_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ground, desk) > 0);
}

/** Write the spans in which the striker may stand to the workspace; return their number. */
static int64_t spans_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  int64_t n = circles_on_lines_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ground, desk);
  return spans(desk.circles, n, ground.lines, desk.free, desk.left, desk.points, desk.found);
}

/** Write the circles that the striker's centre must avoid, relative to the middle of the player's baseline. */
static int64_t circles_on_lines_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  array_i8 held = ground.measures;
  array_i8 held_2 = desk.circles;
  cube_i8 held_3 = tables.places;
  array_i8 measures = held;
  array_i8 circles = held_2;
  cube_i8 places = held_3;
  int64_t reach = floor_quotient(measures.at[3], 2) + floor_quotient(measures.at[4], 2);
  int64_t back = floor_rest((4 - tables.info.at[b * tables.info.row + 1]), 4);
  int64_t n = 0;
  for (int64_t disc = 1; disc < 20; disc++) {
    if (places.at[b * places.row + disc * places.depth + 0] == (-1000000000)) {
      continue;
    }
    int64_t up = turned_y(places.at[b * places.row + disc * places.depth + 0], places.at[b * places.row + disc * places.depth + 1], back) + measures.at[5];
    if ((((-reach) - 5000) < up) && (up < (reach + 5000))) {
      circles.at[(3 * n)] = turned_x(places.at[b * places.row + disc * places.depth + 0], places.at[b * places.row + disc * places.depth + 1], back);
      circles.at[((3 * n) + 1)] = up;
      circles.at[((3 * n) + 2)] = reach;
      n = n + 1;
    }
  }
  return n;
}

/** Return how many discs are near enough to the baseline to block the striker. */
static int64_t near_lines_i8i8i1i8f8i8f8i8i8i8i8(Tables_i8i8i1i8 tables, int64_t b, BoardParameters ground) {
  array_i8 measures = ground.measures;
  int64_t reach = floor_quotient(measures.at[3], 2) + floor_quotient(measures.at[4], 2);
  int64_t back = floor_rest((4 - tables.info.at[b * tables.info.row + 1]), 4);
  int64_t near_2 = 0;
  for (int64_t disc = 1; disc < 20; disc++) {
    int64_t up = turned_y(tables.places.at[b * tables.places.row + disc * tables.places.depth + 0], tables.places.at[b * tables.places.row + disc * tables.places.depth + 1], back) + measures.at[5];
    if (((-reach) < up) && (up < reach)) {
      near_2 = near_2 + 1;
    }
  }
  return near_2;
}

/** Turn the first piece, and others with the same placer and owner, into dues: there is no room (Law 79). */
static void put_off_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b) {
  cube_i1 queues = tables.queues;
  int64_t by = (int64_t)queues.at[b * queues.row + 6 * queues.depth + 0];
  int64_t owner = (int64_t)queues.at[b * queues.row + 7 * queues.depth + 0];
  int64_t kept = 0;
  for (int64_t k = 0, k_end = length_i1(queues, b, 5); k < k_end; k++) {
    if ((((int64_t)queues.at[b * queues.row + 6 * queues.depth + k]) == by) && (((int64_t)queues.at[b * queues.row + 7 * queues.depth + k]) == owner)) {
      tables.info.at[b * tables.info.row + ((19 + (owner * 6)) + 1)] = tables.info.at[b * tables.info.row + ((19 + (owner * 6)) + 1)] + 1;
      continue;
    }
    int64_t row_3_values[] = {5, 6, 7};
    for (int row_3_index = 0; row_3_index < 3; row_3_index++) {
      int64_t row_3 = row_3_values[row_3_index];
      queues.at[b * queues.row + row_3 * queues.depth + kept] = (int8_t)((int64_t)queues.at[b * queues.row + row_3 * queues.depth + k]);
    }
    kept = kept + 1;
  }
  queues.at[b * queues.row + 5 * queues.depth + kept] = (int8_t)(-1);
}

/** Return the number of a side's pieces on the board. */
static int64_t men_on_board_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side) {
  int64_t colour = colour_of_side(tables.info, tables.book, b, side);
  int64_t count = 0;
  for (int64_t disc = 2; disc < 20; disc++) {
    if ((tables.places.at[b * tables.places.row + disc * tables.places.depth + 0] != (-1000000000)) && ((colour < 0) || (colour_of(disc) == colour))) {
      count = count + 1;
    }
  }
  return count;
}

/** Return the colour of a piece by its number. */
static int64_t colour_of(int64_t disc) {
  return (disc < 11) ? (int64_t)0 : 1;
}

/** Return the colour of a side: white for the breaker; −1 if sides do not own colours. */
static int64_t colour_of_side(table_i8 info, array_i8 book, int64_t b, int64_t side) {
  if (book.at[1] == 0) {
    return -1;
  }
  return (book.at[(2 + info.at[b * info.row + 2])] == side) ? (int64_t)0 : 1;
}

/** Put a disc on the place in the workspace. */
static void put_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  tables.places.at[b * tables.places.row + disc * tables.places.depth + 0] = desk.found.at[0];
  tables.places.at[b * tables.places.row + disc * tables.places.depth + 1] = desk.found.at[1];
}

/** Remove the first waiting piece from the queues; in a points game its owner loses its points. */
static void placed_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b) {
  cube_i1 queues = tables.queues;
  int64_t disc = (int64_t)queues.at[b * queues.row + 5 * queues.depth + 0];
  if (tables.book.at[1] == 0) {
    lose_i8i8i1i8(tables, b, ((int64_t)queues.at[b * queues.row + 7 * queues.depth + 0]), disc);
  }
  drop_i1(queues, b, 0, disc);
  wait_no_more_i1(queues, b);
}

/** Remove the first piece of the queue. */
static void wait_no_more_i1(cube_i1 queues, int64_t b) {
  int64_t row_3_values[] = {5, 6, 7};
  for (int row_3_index = 0; row_3_index < 3; row_3_index++) {
    int64_t row_3 = row_3_values[row_3_index];
    for (int64_t k = 0; k < 19; k++) {
      queues.at[b * queues.row + row_3 * queues.depth + k] = (int8_t)((int64_t)queues.at[b * queues.row + row_3 * queues.depth + (k + 1)]);
    }
  }
}

/** Remove a disc; return whether it was in the queue. */
static bool drop_i1(cube_i1 queues, int64_t b, int64_t row_3, int64_t disc) {
  bool found = false;
  for (int64_t k = 0; k < 19; k++) {
    if (((int64_t)queues.at[b * queues.row + row_3 * queues.depth + k]) == disc) {
      found = true;
    }
    if (((int64_t)queues.at[b * queues.row + row_3 * queues.depth + k]) == (-1)) {
      break;
    }
    if (found) {
      queues.at[b * queues.row + row_3 * queues.depth + k] = (int8_t)((int64_t)queues.at[b * queues.row + row_3 * queues.depth + (k + 1)]);
    }
  }
  return found;
}

/** Remove a counter that returns to the board from those that a side has scored. */
static void lose_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t disc) {
  table_i8 held = tables.info;
  cube_i1 held_2 = tables.queues;
  table_i8 info = held;
  cube_i1 queues = held_2;
  int64_t held_3 = 19 + (side * 6);
  int64_t held_4 = 2 + side;
  int64_t held_5 = worth(tables.book, disc);
  int64_t at_2 = held_3;
  int64_t row_3 = held_4;
  int64_t value = held_5;
  int64_t last = length_i1(queues, b, row_3);
  int64_t recent = of_this_turn_i8i8i1i8(tables, b, side);
  for (int64_t k = 0, k_end = last; k < k_end; k++) {
    if (((int64_t)queues.at[b * queues.row + row_3 * queues.depth + k]) == disc) {
      info.at[b * info.row + (at_2 + 4)] = info.at[b * info.row + (at_2 + 4)] - value;
      int64_t left = info.at[b * info.row + (at_2 + 5)] - ((k >= (last - recent)) ? (int64_t)value : 0);
      info.at[b * info.row + (at_2 + 5)] = (left > 0) ? (int64_t)left : 0;
    }
  }
  drop_i1(queues, b, row_3, disc);
}

/** Return how many counters at the end of a side's scored queue were scored in the current turn. */
static int64_t of_this_turn_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side) {
  int64_t left = tables.info.at[b * tables.info.row + ((19 + (side * 6)) + 5)];
  int64_t last = length_i1(tables.queues, b, (2 + side));
  int64_t number = 0;
  while (number < last) {
    left = left - worth(tables.book, ((int64_t)tables.queues.at[b * tables.queues.row + (2 + side) * tables.queues.depth + ((last - 1) - number)]));
    if (left < 0) {
      break;
    }
    number = number + 1;
  }
  return number;
}

/** Return the points of a counter. */
static int64_t worth(array_i8 book, int64_t disc) {
  return (disc < 11) ? (int64_t)book.at[13] : book.at[14];
}

/** Whether there is room for a due piece; if so, write the legal place nearest to the centre to the workspace. */
static bool has_place_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  array_i8 held = desk.limits;
  cube_i8 held_2 = tables.places;
  int64_t held_3 = ground.measures.at[4];
  array_i8 limits = held;
  cube_i8 places = held_2;
  int64_t wide = held_3;
  int64_t n = circles_about_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(tables, b, disc, wide, (limits.at[1] + wide), desk);
  bool anywhere = tables.book.at[18] != 0;
  int64_t inner = limits.at[0];
  limits.at[0] = anywhere ? (int64_t)0 : inner;
  limits.at[3] = (anywhere || (places.at[b * places.row + 1 * places.depth + 0] == (-1000000000))) ? (int64_t)1 : 0;
  limits.at[4] = places.at[b * places.row + 1 * places.depth + 0];
  limits.at[5] = places.at[b * places.row + 1 * places.depth + 1];
  bool is_found = due_place(desk.circles, n, limits, ground.grid, desk.points, desk.found);
  limits.at[0] = inner;
  return is_found;
}

/** Write the legal point nearest to the centre for a due piece to the start of `found`; return whether there is one. */
static bool due_place(array_i8 circles, int64_t n, array_i8 limits, array_i8 grid, array_f8 points, array_i8 found) {
  int64_t count = due_places(circles, n, limits, grid, points, found, 1);
  int64_t best = 0;
  for (int64_t k = 1, k_end = count; k < k_end; k++) {
    if (before(found.at[(2 * k)], found.at[((2 * k) + 1)], found.at[(2 * best)], found.at[((2 * best) + 1)], 0, 0)) {
      best = k;
    }
  }
  if (count > 0) {
    found.at[0] = found.at[(2 * best)];
    found.at[1] = found.at[((2 * best) + 1)];
  }
  return count > 0;
}

/** Write the circles (x, y, radius) that a piece's centre must avoid; return their number. */
static int64_t circles_about_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, int64_t apart, int64_t reach, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  int64_t n = 0;
  for (int64_t other = 1; other < 20; other++) {
    int64_t x = tables.places.at[b * tables.places.row + other * tables.places.depth + 0];
    int64_t y = tables.places.at[b * tables.places.row + other * tables.places.depth + 1];
    if ((other != disc) && (((-reach) <= x) && (x <= reach)) && (((-reach) <= y) && (y <= reach))) {
      desk.circles.at[(3 * n)] = x;
      desk.circles.at[((3 * n) + 1)] = y;
      desk.circles.at[((3 * n) + 2)] = apart;
      n = n + 1;
    }
  }
  return n;
}

/** Return a disc to the centre, or to the next best place for the next player. */
static void put_on_centre_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t disc, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  int64_t n = circles_about_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(tables, b, disc, ground.measures.at[4], ground.measures.at[0], desk);
  centre_place(desk.circles, n, ground.board, tables.info.at[b * tables.info.row + 1], desk.limits.at[0], desk.points, desk.found);
  put_i8i8i1i8f8i8f8i8i1i8i8i8f8i8(tables, b, disc, desk);
}

/** Return the number of discs in a queue. */
static int64_t length_i1(cube_i1 queues, int64_t b, int64_t row_3) {
  for (int64_t k = 0; k < 20; k++) {
    if (((int64_t)queues.at[b * queues.row + row_3 * queues.depth + k]) == (-1)) {
      return k;
    }
  }
  return 20;
}

/** Update the state of board b after a stroke; `fallen[b]` lists the fallen pieces in order, then NONE. */
static void settle_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, bool met, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  table_i8 held = tables.info;
  cube_i1 held_2 = tables.queues;
  array_i8 held_3 = tables.book;
  table_i8 info = held;
  cube_i1 queues = held_2;
  array_i8 book = held_3;
  int64_t mover = book.at[(2 + info.at[b * info.row + 1])];
  int64_t turn = decision.at[0];
  bool over = turn == 3 || turn == 4;
  bool ended = over || (turn == 1);
  int64_t own = pocketed_own_i8i8i1i8i1(tables, b, mover, fallen);
  int64_t row_3_values[] = {0, 1, 2};
  for (int row_3_index = 0; row_3_index < 3; row_3_index++) {
    int64_t row_3 = row_3_values[row_3_index];
    clear_2_i1(desk.rows, 0, row_3);
  }
  clear_2_i1(queues, b, 5);
  if (decision.at[7] != 0) {
    push_i1(desk.rows, 0, 0, 1);
  }
  bool pays = (turn != 2) && (turn != 3);
  if (book.at[1] != 0) {
    if (pays) {
      pay_colours_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, decision, mover, fallen, desk);
    }
    note_pocketed_i8i8i1i8i1(tables, b, mover, fallen);
  } else {
    int64_t gained = pays ? (int64_t)pay_counters_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, decision, mover, fallen, desk) : 0;
    if (own > 0) {
      info.at[b * info.row + ((19 + (mover * 6)) + 2)] = 1;
      info.at[b * info.row + ((19 + (mover * 6)) + 3)] = 1;
    }
    score_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, decision, mover, fallen, gained, ended, desk);
  }
  note_down_i1i1f8i8f8i8i1i8i8i8f8i8(queues, b, fallen, desk, (turn != 2), ended);
  if ((decision.at[2] != 0) && !(ended)) {
    drop_own_i8i8i1i8i1(tables, b, mover, fallen);
  }
  bool covers_2 = (decision.at[5] == 2) && (info.at[b * info.row + 8] != 2);
  note_queen(info, b, decision, mover, covers_2);
  bool stroke = turn != 2;
  info.at[b * info.row + 11] = ended ? (int64_t)0 : (stroke ? (int64_t)(covers_2 ? (int64_t)1 : 0) : info.at[b * info.row + 11]);
  info.at[b * info.row + 12] = ended ? (int64_t)0 : (info.at[b * info.row + 12] + ((stroke && (own == 0)) ? (int64_t)1 : 0));
  info.at[b * info.row + 5] = (turn == 1) ? (int64_t)0 : ((stroke || (info.at[b * info.row + 5] != 0)) ? (int64_t)1 : 0);
  info.at[b * info.row + 7] = 0;
  info.at[b * info.row + 4] = decision.at[8];
  if (met) {
    info.at[b * info.row + 3] = 1;
  }
  if (over) {
    write_result_i8i8i1i8i8(tables, b, decision, mover);
    clear_2_i1(queues, b, 5);
    for (int64_t side = 0, side_end = book.at[0]; side < side_end; side++) {
      info.at[b * info.row + ((19 + (side * 6)) + 1)] = 0;
    }
  }
  if (ended) {
    info.at[b * info.row + 6] = info.at[b * info.row + 6] + 1;
  }
  if (turn == 1) {
    info.at[b * info.row + 1] = book.at[(6 + info.at[b * info.row + 1])];
  }
}

/** Record the winners of the board and its points. */
static void write_result_i8i8i1i8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover) {
  table_i8 held = tables.info;
  array_i8 held_2 = tables.book;
  table_i8 info = held;
  array_i8 book = held_2;
  if (decision.at[0] == 4) {
    int64_t best = -((int64_t)((uint64_t)1 << 40));
    info.at[b * info.row + 13] = 0;
    for (int64_t side = 0, side_end = book.at[0]; side < side_end; side++) {
      int64_t total = info.at[b * info.row + ((19 + (side * 6)) + 0)] + info.at[b * info.row + ((19 + (side * 6)) + 4)];
      if (total > best) {
        best = total;
        info.at[b * info.row + 13] = 0;
      }
      if (total == best) {
        info.at[b * info.row + 13] = info.at[b * info.row + 13] | ((int64_t)((uint64_t)1 << side));
      }
    }
    info.at[b * info.row + 14] = best;
    return;
  }
  int64_t winner = (decision.at[9] != 0) ? (int64_t)mover : floor_rest((mover + 1), book.at[0]);
  info.at[b * info.row + 13] = (int64_t)((uint64_t)1 << winner);
  info.at[b * info.row + 14] = decision.at[10];
  info.at[b * info.row + 16] = decision.at[11];
  info.at[b * info.row + 15] = decision.at[12];
  info.at[b * info.row + 17] = decision.at[13];
}

/** Record the queen's state, the side that covered it, and the turn. */
static void note_queen(table_i8 info, int64_t b, array_i8 decision, int64_t mover, bool covers_2) {
  if (decision.at[5] != 2) {
    info.at[b * info.row + 10] = -1;
  } else {
    if (covers_2) {
      info.at[b * info.row + 10] = info.at[b * info.row + 6];
    }
  }
  info.at[b * info.row + 8] = decision.at[5];
  if (decision.at[6] == 0) {
    info.at[b * info.row + 9] = -1;
  } else {
    if (decision.at[6] == 1) {
      info.at[b * info.row + 9] = mover;
    }
  }
}

/** Remove a side's returned pieces from those that fell with the last stroke of this turn. */
static void drop_own_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, int64_t side, table_i1 fallen) {
  for (int64_t k = 0; k < 20; k++) {
    if (((int64_t)fallen.at[b * fallen.row + k]) == (-1)) {
      break;
    }
    if (is_own_i8i8i1i8(tables, b, side, ((int64_t)fallen.at[b * fallen.row + k]))) {
      drop_i1(tables.queues, b, 1, ((int64_t)fallen.at[b * fallen.row + k]));
    }
  }
}

/** Return whether a disc is a piece of a side; every piece is where sides do not own colours. */
static bool is_own_i8i8i1i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t disc) {
  int64_t colour = colour_of_side(tables.info, tables.book, b, side);
  return (disc > 1) && ((colour < 0) || (colour_of(disc) == colour));
}

/** Record the pieces in the pockets, and those that fell with the last stroke of this turn. */
static void note_down_i1i1f8i8f8i8i1i8i8i8f8i8(cube_i1 queues, int64_t b, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, bool stroke, bool ended) {
  if (ended || stroke) {
    clear_2_i1(queues, b, 1);
  }
  for (int64_t k = 0; k < 20; k++) {
    if (((int64_t)fallen.at[b * fallen.row + k]) == (-1)) {
      break;
    }
    push_i1(queues, b, 0, ((int64_t)fallen.at[b * fallen.row + k]));
    if (stroke && !(ended)) {
      push_i1(queues, b, 1, ((int64_t)fallen.at[b * fallen.row + k]));
    }
  }
  for (int64_t k_2 = 0, k_2_end = length_i1(desk.rows, 0, 0); k_2 < k_2_end; k_2++) {
    drop_i1(queues, b, 0, ((int64_t)desk.rows.at[0 * desk.rows.row + 0 * desk.rows.depth + k_2]));
  }
}

/** Update the moving side's score of a points game after a stroke. */
static void score_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover, table_i1 fallen, int64_t gained, bool ended, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  table_i8 held = tables.info;
  cube_i1 held_2 = tables.queues;
  table_i8 info = held;
  cube_i1 queues = held_2;
  int64_t held_3 = 19 + (mover * 6);
  int64_t held_4 = 2 + mover;
  int64_t at_2 = held_3;
  int64_t row_3 = held_4;
  if (decision.at[15] != 0) {
    int64_t last = length_i1(queues, b, row_3);
    for (int64_t k = last - of_this_turn_i8i8i1i8(tables, b, mover), k_end = last; k < k_end; k++) {
      queues.at[b * queues.row + row_3 * queues.depth + k] = (int8_t)(-1);
    }
  }
  for (int64_t k_2 = 0; k_2 < 20; k_2++) {
    if (((int64_t)fallen.at[b * fallen.row + k_2]) == (-1)) {
      break;
    }
    if ((((int64_t)fallen.at[b * fallen.row + k_2]) > 1) && (decision.at[15] == 0)) {
      push_i1(queues, b, row_3, ((int64_t)fallen.at[b * fallen.row + k_2]));
    }
  }
  for (int64_t k_3 = 0, k_3_end = length_i1(desk.rows, 0, 0); k_3 < k_3_end; k_3++) {
    drop_i1(queues, b, row_3, ((int64_t)desk.rows.at[0 * desk.rows.row + 0 * desk.rows.depth + k_3]));
  }
  info.at[b * info.row + (at_2 + 4)] = info.at[b * info.row + (at_2 + 4)] + gained;
  int64_t turn_points = (info.at[b * info.row + (at_2 + 5)] + gained) - decision.at[17];
  info.at[b * info.row + (at_2 + 5)] = (ended || (turn_points < 0)) ? (int64_t)0 : turn_points;
}

/** Queue the counters that come back and update the moving side's dues; return the points that it gains. */
static int64_t pay_counters_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  table_i8 held = tables.info;
  cube_i1 held_2 = tables.queues;
  array_i8 held_3 = tables.book;
  table_i8 info = held;
  cube_i1 queues = held_2;
  array_i8 book = held_3;
  array_i1 new = ((array_i1){desk.rows.at + 0 * desk.rows.row + 2 * desk.rows.depth, desk.rows.depth});
  int64_t at_2 = 19 + (mover * 6);
  bool void_2 = decision.at[15] != 0;
  int64_t old_void = void_2 ? (int64_t)of_this_turn_i8i8i1i8(tables, b, mover) : 0;
  int64_t scored = length_i1(queues, b, (2 + mover));
  int64_t men = counters_of_i1i1(((array_i1){fallen.at + b * fallen.row, fallen.row}), new);
  if ((decision.at[14] != 0) && (men > 0)) {
    men = men - 1;
    push_i1(desk.rows, 0, 0, ((int64_t)new.at[men]));
  }
  int64_t gained = 0;
  for (int64_t k = 0, k_end = men; k < k_end; k++) {
    gained = gained + (void_2 ? (int64_t)0 : worth(book, ((int64_t)new.at[k])));
  }
  for (int64_t k_2 = scored - old_void, k_2_end = scored; k_2 < k_2_end; k_2++) {
    gained = gained - worth(book, ((int64_t)queues.at[b * queues.row + (2 + mover) * queues.depth + k_2]));
  }
  bool back = (decision.at[2] != 0) && (pocketed_own_i8i8i1i8i1(tables, b, mover, fallen) > 0);
  int64_t owed = info.at[b * info.row + (at_2 + 1)] + decision.at[1];
  int64_t old = (info.at[b * info.row + (at_2 + 1)] < owed) ? (int64_t)info.at[b * info.row + (at_2 + 1)] : owed;
  int64_t by = book.at[(6 + info.at[b * info.row + 1])];
  int64_t first = 0;
  if (back) {
    first = men;
    for (int64_t k_3 = 0, k_3_end = men; k_3 < k_3_end; k_3++) {
      await_placing_i1(queues, b, ((int64_t)new.at[k_3]), by, mover);
    }
  }
  while ((old > 0) && !(back) && (first < men)) {
    await_placing_i1(queues, b, ((int64_t)new.at[first]), by, mover);
    first = first + 1;
    old = old - 1;
    owed = owed - 1;
  }
  owed = owed - paid_from_the_end_i8i8i1i8i1(tables, b, new, first, men, owed, by, mover);
  owed = (owed - paid_from_the_end_i8i8i1i8i1(tables, b, ((array_i1){queues.at + b * queues.row + (2 + mover) * queues.depth, queues.depth}), 0, scored, owed, by, mover));
  if (void_2 && (decision.at[16] != 0)) {
    for (int64_t k_4 = scored - old_void, k_4_end = scored; k_4 < k_4_end; k_4++) {
      await_once_i1(queues, b, ((int64_t)queues.at[b * queues.row + (2 + mover) * queues.depth + k_4]), by, mover);
    }
    for (int64_t k_5 = 0, k_5_end = men; k_5 < k_5_end; k_5++) {
      await_once_i1(queues, b, ((int64_t)new.at[k_5]), by, mover);
    }
  }
  info.at[b * info.row + (at_2 + 1)] = (book.at[10] != 0) ? (int64_t)0 : owed;
  return gained + decision.at[17];
}

/** Append a piece to the queue unless it is in it. */
static void await_once_i1(cube_i1 queues, int64_t b, int64_t disc, int64_t by, int64_t owner) {
  for (int64_t k = 0, k_end = length_i1(queues, b, 5); k < k_end; k++) {
    if (((int64_t)queues.at[b * queues.row + 5 * queues.depth + k]) == disc) {
      return;
    }
  }
  await_placing_i1(queues, b, disc, by, owner);
}

/** Queue at most `owed` counters of a row for placing, the last first; return how many. */
static int64_t paid_from_the_end_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, array_i1 row_3, int64_t first, int64_t last, int64_t owed, int64_t by, int64_t side) {
  int64_t paid = 0;
  while ((paid < owed) && (((last - 1) - paid) >= first)) {
    await_placing_i1(tables.queues, b, ((int64_t)row_3.at[((last - 1) - paid)]), by, side);
    paid = paid + 1;
  }
  return paid;
}

/** Append a piece to the queue. */
static void await_placing_i1(cube_i1 queues, int64_t b, int64_t disc, int64_t by, int64_t owner) {
  int64_t at_2 = length_i1(queues, b, 5);
  queues.at[b * queues.row + 5 * queues.depth + at_2] = (int8_t)disc;
  queues.at[b * queues.row + 5 * queues.depth + (at_2 + 1)] = (int8_t)(-1);
  queues.at[b * queues.row + 6 * queues.depth + at_2] = (int8_t)by;
  queues.at[b * queues.row + 7 * queues.depth + at_2] = (int8_t)owner;
}

/** Copy the fallen counters (without the queen) into `row`; return their number. */
static int64_t counters_of_i1i1(array_i1 fallen, array_i1 row_3) {
  int64_t men = 0;
  for (int64_t k = 0; k < 20; k++) {
    if (((int64_t)fallen.at[k]) == (-1)) {
      break;
    }
    if (((int64_t)fallen.at[k]) > 1) {
      row_3.at[men] = (int8_t)((int64_t)fallen.at[k]);
      men = men + 1;
    }
  }
  return men;
}

/** Record which sides have pocketed pieces of their own, where sides own colours. */
static void note_pocketed_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, int64_t mover, table_i1 fallen) {
  if (((int64_t)fallen.at[b * fallen.row + 0]) == (-1)) {
    return;
  }
  for (int64_t side = 0, side_end = tables.book.at[0]; side < side_end; side++) {
    if (pocketed_own_i8i8i1i8i1(tables, b, side, fallen) > 0) {
      tables.info.at[b * tables.info.row + ((19 + (side * 6)) + 2)] = 1;
      if (side == mover) {
        tables.info.at[b * tables.info.row + ((19 + (side * 6)) + 3)] = 1;
      }
    }
  }
}

/** Queue the pieces that come back, last pocketed first, and update each side's dues (Laws 72c, 78, 83, C40). */
static void pay_colours_i8i8i1i8i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, array_i8 decision, int64_t mover, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  array_i8 held = tables.book;
  int64_t held_2 = tables.info.at[b * tables.info.row + 1];
  array_i8 book = held;
  int64_t turn = held_2;
  int64_t own = pocketed_own_i8i8i1i8i1(tables, b, mover, fallen);
  int64_t back = (decision.at[2] != 0) ? (int64_t)own : 0;
  call_back_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, mover, book.at[(6 + turn)], decision.at[1], back, 0, fallen, desk);
  if (book.at[0] > 1) {
    int64_t other = floor_rest((mover + 1), book.at[0]);
    centre_last_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, other, decision.at[4], fallen, desk);
    call_back_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(tables, b, other, turn, decision.at[3], 0, decision.at[4], fallen, desk);
  }
}

/** Return the last `number` fallen pieces of a side to the centre. */
static void centre_last_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t number, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  if (number == 0) {
    return;
  }
  int64_t skipped = pocketed_own_i8i8i1i8i1(tables, b, side, fallen) - number;
  int64_t colour = colour_of_side(tables.info, tables.book, b, side);
  for (int64_t k = 0; k < 20; k++) {
    int64_t disc = (int64_t)fallen.at[b * fallen.row + k];
    if (disc == (-1)) {
      break;
    }
    if ((disc > 1) && (colour_of(disc) == colour)) {
      if (skipped <= 0) {
        push_i1(desk.rows, 0, 0, disc);
      }
      skipped = skipped - 1;
    }
  }
}

/** Pay a side's dues as far as possible with its last pocketed pieces; `back` more of this stroke come back too. */
static void call_back_i8i8i1i8i1f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t side, int64_t by, int64_t charged, int64_t back, int64_t returned, table_i1 fallen, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  table_i8 held = tables.info;
  cube_i1 held_2 = tables.queues;
  cube_i1 held_3 = desk.rows;
  table_i8 info = held;
  cube_i1 queues = held_2;
  cube_i1 rows = held_3;
  int64_t at_2 = 19 + (side * 6);
  int64_t owed = info.at[b * info.row + (at_2 + 1)] + charged;
  if ((owed == 0) && (back == 0)) {
    return;
  }
  int64_t colour = colour_of_side(info, tables.book, b, side);
  clear_2_i1(rows, 0, 1);
  for (int64_t k = 0, k_end = length_i1(queues, b, 0); k < k_end; k++) {
    if ((((int64_t)queues.at[b * queues.row + 0 * queues.depth + k]) > 1) && (colour_of(((int64_t)queues.at[b * queues.row + 0 * queues.depth + k])) == colour)) {
      push_i1(rows, 0, 1, ((int64_t)queues.at[b * queues.row + 0 * queues.depth + k]));
    }
  }
  int64_t staying = pocketed_own_i8i8i1i8i1(tables, b, side, fallen) - returned;
  for (int64_t k_2 = 0; k_2 < 20; k_2++) {
    int64_t disc = (int64_t)fallen.at[b * fallen.row + k_2];
    if ((disc == (-1)) || (staying <= 0)) {
      break;
    }
    if ((disc > 1) && (colour_of(disc) == colour)) {
      push_i1(rows, 0, 1, disc);
      staying = staying - 1;
    }
  }
  int64_t down = length_i1(rows, 0, 1);
  int64_t left = (down + returned) - back;
  int64_t paid = (owed < left) ? (int64_t)owed : left;
  info.at[b * info.row + (at_2 + 1)] = (tables.book.at[10] != 0) ? (int64_t)0 : (owed - paid);
  int64_t coming = back + paid;
  for (int64_t k_3 = down - 1, k_3_end = -1; k_3 > k_3_end; k_3--) {
    if (coming > 0) {
      await_placing_i1(queues, b, ((int64_t)rows.at[0 * rows.row + 1 * rows.depth + k_3]), by, side);
      coming = coming - 1;
    }
  }
}

/** Append a disc; a queue never holds all twenty. */
static void push_i1(cube_i1 queues, int64_t b, int64_t row_3, int64_t disc) {
  int64_t end = length_i1(queues, b, row_3);
  queues.at[b * queues.row + row_3 * queues.depth + end] = (int8_t)disc;
  queues.at[b * queues.row + row_3 * queues.depth + (end + 1)] = (int8_t)(-1);
}

/** Empty a queue. */
static void clear_2_i1(cube_i1 queues, int64_t b, int64_t row_3) {
  queues.at[b * queues.row + row_3 * queues.depth + 0] = (int8_t)(-1);
}

/** Return how many pieces of a side fell; every piece counts where sides do not own colours. */
static int64_t pocketed_own_i8i8i1i8i1(Tables_i8i8i1i8 tables, int64_t b, int64_t side, table_i1 fallen) {
  if (((int64_t)fallen.at[b * fallen.row + 0]) == (-1)) {
    return 0;
  }
  int64_t colour = colour_of_side(tables.info, tables.book, b, side);
  int64_t count = 0;
  for (int64_t k = 0; k < 20; k++) {
    int64_t disc = (int64_t)fallen.at[b * fallen.row + k];
    if (disc == (-1)) {
      break;
    }
    if ((disc > 1) && ((colour < 0) || (colour_of(disc) == colour))) {
      count = count + 1;
    }
  }
  return count;
}

/** Write the fallen pieces in order, then NONE; return whether the striker touched anything. */
static bool in_falling_order_i8i8f8f8i8i1i8i8(cube_i8 places, int64_t b, Seen_i8f8f8i8i1i8i8 seen_2) {
  table_f8 held = seen_2.fell;
  table_i1 held_2 = seen_2.fallen;
  table_f8 fell = held;
  table_i1 fallen = held_2;
  int64_t count = 0;
  bool met = false;
  for (int64_t disc = 1; disc < 20; disc++) {
    if (places.at[b * places.row + disc * places.depth + 0] == (-1000000000)) {
      continue;
    }
    met = met || (seen_2.touched.at[b * seen_2.touched.row + disc] < 1e+300);
    if (fell.at[b * fell.row + disc] < 1e+300) {
      int64_t at_2 = count;
      while ((at_2 > 0) && (fell.at[b * fell.row + ((int64_t)fallen.at[b * fallen.row + (at_2 - 1)])] > fell.at[b * fell.row + disc])) {
        fallen.at[b * fallen.row + at_2] = (int8_t)((int64_t)fallen.at[b * fallen.row + (at_2 - 1)]);
        at_2 = at_2 - 1;
      }
      fallen.at[b * fallen.row + at_2] = (int8_t)disc;
      count = count + 1;
    }
  }
  fallen.at[b * fallen.row + count] = (int8_t)(-1);
  return met;
}

/** Return the row of a key's decision, or −1 if the table does not have it. */
static int64_t row_of_2(table_i8 slots, int64_t key) {
  int64_t size_2 = slots.size;
  int64_t at_2 = floor_rest(key, size_2);
  while (slots.at[at_2 * slots.row + 1] >= 0) {
    if (slots.at[at_2 * slots.row + 0] == key) {
      return slots.at[at_2 * slots.row + 1];
    }
    at_2 = at_2 + 1;
    if (at_2 == size_2) {
      at_2 = 0;
    }
  }
  return -1;
}

/** Return the key of the stroke just played on board b. */
static int64_t key_of_i8i8i1i8i8f8f8i8i1i8i8(Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, int64_t b) {
  table_i8 held = tables.info;
  cube_i8 held_2 = tables.places;
  array_i8 held_3 = tables.book;
  table_i8 info = held;
  cube_i8 places = held_2;
  array_i8 book = held_3;
  table_f8 held_4 = seen_2.fell;
  table_f8 held_5 = seen_2.touched;
  table_f8 fell = held_4;
  table_f8 touched = held_5;
  int64_t mover = book.at[(2 + info.at[b * info.row + 1])];
  int64_t colour = colour_of_side(info, book, b, mover);
  int64_t held_6 = 0;
  int64_t own = held_6;
  int64_t own_before = held_6;
  int64_t others = held_6;
  int64_t others_before = held_6;
  bool held_7 = false;
  bool met = held_7;
  bool direct = held_7;
  for (int64_t disc = 1; disc < 20; disc++) {
    if (places.at[b * places.row + disc * places.depth + 0] == (-1000000000)) {
      continue;
    }
    bool down = fell.at[b * fell.row + disc] < 1e+300;
    met = met || (touched.at[b * touched.row + disc] < 1e+300);
    if (disc == 1) {
      continue;
    }
    if ((colour < 0) || (colour_of(disc) == colour)) {
      own_before = own_before + 1;
      own = own + (down ? (int64_t)1 : 0);
    } else {
      others_before = others_before + 1;
      others = others + (down ? (int64_t)1 : 0);
      direct = direct || (down && (touched.at[b * touched.row + disc] < 1e+300));
    }
  }
  bool queen_fell = (places.at[b * places.row + 1 * places.depth + 0] != (-1000000000)) && (fell.at[b * fell.row + 1] < 1e+300);
  int64_t key = 0;
  int64_t key_2 = (2 * key) + (met ? (int64_t)1 : 0);
  int64_t key_3 = (2 * key_2) + ((info.at[b * info.row + 3] == 0) ? (int64_t)1 : 0);
  int64_t key_4 = (16 * key_3) + info.at[b * info.row + 4];
  int64_t key_5 = (3 * key_4) + seen_2.facts.at[b * seen_2.facts.row + 2];
  int64_t key_6 = (2 * key_5) + ((fell.at[b * fell.row + 0] < 1e+300) ? (int64_t)1 : 0);
  int64_t key_7 = (2 * key_6) + (queen_fell ? (int64_t)1 : 0);
  int64_t key_8 = (3 * key_7) + ((own < 2) ? (int64_t)own : 2);
  int64_t key_9 = (2 * key_8) + ((others > 0) ? (int64_t)1 : 0);
  int64_t key_10 = (2 * key_9) + (direct ? (int64_t)1 : 0);
  int64_t key_11 = with_queen(key_10, info, b, mover);
  int64_t key_12 = with_side_i8i8i1i8(key_11, tables, b, mover, own_before);
  int64_t key_13 = with_last_men(key_12, info, book, b, mover, own_before, own, others_before, others);
  int64_t misses = (book.at[12] > 1) ? (int64_t)info.at[b * info.row + 12] : 0;
  return (16 * key_13) + ((misses < 15) ? (int64_t)misses : 15);
}

/** Append what the result of the board depends on if a side has no piece left; otherwise a constant. */
static int64_t with_last_men(int64_t key, table_i8 info, array_i8 book, int64_t b, int64_t mover, int64_t own_before, int64_t own, int64_t others_before, int64_t others) {
  int64_t own_left = own_before - own;
  int64_t others_left = others_before - others;
  if ((own_left > 0) && ((others_left > 0) || (book.at[1] == 0))) {
    return (key * 2) * 18240;
  }
  int64_t key_2 = (2 * key) + 1;
  int64_t key_3 = (19 * key_2) + own_left;
  int64_t key_4 = (10 * key_3) + others_left;
  int64_t key_5 = (2 * key_4) + (((own > 0) && (own_left == 0)) ? (int64_t)1 : 0);
  int64_t key_6 = (2 * key_5) + (((others > 0) && (others_left == 0)) ? (int64_t)1 : 0);
  int64_t key_7 = (2 * key_6) + ((own_before == 0) ? (int64_t)1 : 0);
  int64_t other = floor_rest((mover + 1), book.at[0]);
  int64_t side_values[] = {mover, other};
  for (int side_index = 0; side_index < 2; side_index++) {
    int64_t side = side_values[side_index];
    bool capped = (book.at[11] >= 0) && (info.at[b * info.row + ((19 + (side * 6)) + 0)] >= book.at[11]);
    key_7 = (2 * key_7) + (capped ? (int64_t)1 : 0);
  }
  int64_t colour = colour_of_side(info, book, b, mover);
  int64_t slam = 0;
  if ((colour == 0) && (info.at[b * info.row + 6] == 0)) {
    slam = 1;
  }
  if ((colour == 1) && (info.at[b * info.row + 6] == 1)) {
    slam = 2;
  }
  return (3 * key_7) + slam;
}

/** Append the moving side's dues, its right to the queen, and whether all its pieces were on the board. */
static int64_t with_side_i8i8i1i8(int64_t key, Tables_i8i8i1i8 tables, int64_t b, int64_t mover, int64_t own_before) {
  table_i8 info = tables.info;
  int64_t at_2 = 19 + (mover * 6);
  bool none_down = (tables.book.at[1] != 0) ? (own_before == 9) : (((int64_t)tables.queues.at[b * tables.queues.row + (2 + mover) * tables.queues.depth + 0]) == (-1));
  int64_t key_2 = (2 * key) + ((info.at[b * info.row + (at_2 + 1)] > 0) ? (int64_t)1 : 0);
  int64_t key_3 = (2 * key_2) + ((info.at[b * info.row + (at_2 + 2)] != 0) ? (int64_t)1 : 0);
  int64_t key_4 = (2 * key_3) + ((info.at[b * info.row + (at_2 + 3)] != 0) ? (int64_t)1 : 0);
  return (2 * key_4) + (none_down ? (int64_t)1 : 0);
}

/** Append the queen's state before the stroke, which side covered it, and whether in this turn. */
static int64_t with_queen(int64_t key, table_i8 info, int64_t b, int64_t mover) {
  int64_t key_2 = (4 * key) + info.at[b * info.row + 8];
  bool covered = info.at[b * info.row + 8] == 2;
  int64_t by = 0;
  if (info.at[b * info.row + 9] >= 0) {
    by = (info.at[b * info.row + 9] == mover) ? (int64_t)1 : 2;
  }
  int64_t key_3 = (3 * key_2) + by;
  return (2 * key_3) + ((covered && (info.at[b * info.row + 10] == info.at[b * info.row + 6])) ? (int64_t)1 : 0);
}

/** Play the strokes of boards `picks[first:last]`, whose status becomes ASK. */
static void play_boards_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8(array_f8 profile, Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, table_i8 strokes, array_i8 picks, int64_t first, int64_t last) {
  for (int64_t pick = first, pick_end = last; pick < pick_end; pick++) {
    int64_t b = picks.at[pick];
    if ((ground.spins.at[((ground.spins.size > 1) ? (int64_t)b : 0)] != 0) || (strokes.at[b * strokes.row + 4] != 0)) {
      play_board_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(profile, tables, seen_2, ground, desk, strokes, b);
    } else {
      play_board_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(((array_f8){NULL, 0}), tables, seen_2, ground, desk, strokes, b);
    }
  }
}

/** Play a stroke on a board and record its outcome. */
static void play_board_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8(array_f8 profile, Tables_i8i8i1i8 tables, Seen_i8f8f8i8i1i8i8 seen_2, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk, table_i8 strokes, int64_t b) {
  table_i8 held = tables.info;
  cube_i8 held_2 = tables.places;
  array_i8 held_3 = ground.measures;
  table_i8 info = held;
  cube_i8 places = held_2;
  array_i8 measures = held_3;
  int64_t quarters = info.at[b * info.row + 1];
  int64_t world = (ground.worlds.size > 1) ? (int64_t)b : 0;
  int64_t n = lay(desk.state, ground.sizes, measures, places, b, strokes, b, quarters);
  int64_t held_4 = play(profile, desk.state, desk.marks, ((array_f8){ground.worlds.at + world * ground.worlds.row, ground.worlds.row}), desk.log, n);
  seen_2.facts.at[b * seen_2.facts.row + 0] = held_4;
  if (seen_2.facts.at[b * seen_2.facts.row + 0] < 0) {
    info.at[b * info.row + 0] = 6;
    return;
  }
  note(profile, desk.state, desk.marks, desk.log, ground.worlds.at[world * ground.worlds.row + 0], measures, places, b, quarters, b, seen_2.rest, seen_2.fell, seen_2.touched, seen_2.facts);
  info.at[b * info.row + 0] = (seen_2.facts.at[b * seen_2.facts.row + 2] < 0) ? (int64_t)7 : 5;
}

/** Return the index of the first board with an illegal stroke, or −1. */
static int64_t first_illegal_i8i8i1i8i8i8f8i8f8i8i8i8i8(Tables_i8i8i1i8 tables, table_i8 strokes, array_i8 picks, BoardParameters ground, int64_t fastest, int64_t most_spin) {
  for (int64_t pick = 0, pick_end = picks.size; pick < pick_end; pick++) {
    int64_t b = picks.at[pick];
    int64_t vx = strokes.at[b * strokes.row + 1];
    int64_t vy = strokes.at[b * strokes.row + 2];
    int64_t spin = strokes.at[b * strokes.row + 4];
    if ((vx > fastest) || ((-vx) > fastest) || (vy > fastest) || ((-vy) > fastest) || (spin > most_spin) || ((-spin) > most_spin)) {
      return b;
    }
    int64_t squared_2 = (vx * vx) + (vy * vy);
    if ((squared_2 == 0) || (squared_2 > (fastest * fastest))) {
      return b;
    }
    if (!(stands_legally_i8i8i1i8f8i8f8i8i8i8i8(tables, b, strokes.at[b * strokes.row + 0], strokes.at[b * strokes.row + 3], ground))) {
      return b;
    }
  }
  return -1;
}

/** Whether the striker may stand at an offset on the baseline of the player in turn (Law 130). */
static bool stands_legally_i8i8i1i8f8i8f8i8i8i8i8(Tables_i8i8i1i8 tables, int64_t b, int64_t x, int64_t y, BoardParameters ground) {
  array_i8 held = ground.lines;
  array_i8 held_2 = ground.measures;
  cube_i8 held_3 = tables.places;
  array_i8 lines = held;
  array_i8 measures = held_2;
  cube_i8 places = held_3;
  int64_t size_2 = (x > 0) ? (int64_t)x : (-x);
  if ((y > lines.at[5]) || ((-y) > lines.at[5]) || (size_2 > end_of(y, lines))) {
    return false;
  }
  int64_t off = size_2 - lines.at[0];
  int64_t distance_2 = (off * off) + (y * y);
  if (distance_2 > (lines.at[1] * lines.at[1])) {
    if (off > 0) {
      return false;
    }
  } else {
    if (distance_2 > (lines.at[2] * lines.at[2])) {
      return false;
    }
  }
  int64_t quarters = tables.info.at[b * tables.info.row + 1];
  int64_t at_x = turned_x(x, (y - lines.at[4]), quarters);
  int64_t at_y = turned_y(x, (y - lines.at[4]), quarters);
  int64_t reach = floor_quotient(measures.at[3], 2) + floor_quotient(measures.at[4], 2);
  for (int64_t disc = 1; disc < 20; disc++) {
    int64_t dx = places.at[b * places.row + disc * places.depth + 0] - at_x;
    int64_t dy = places.at[b * places.row + disc * places.depth + 1] - at_y;
    if ((((-reach) < dx) && (dx < reach)) && (((dx * dx) + (dy * dy)) < (reach * reach))) {
      return false;
    }
  }
  return true;
}

/** Write striker spots at a share (0 to 1) of their legal spans to `strokes`, and the spans' ends to `reached`. */
static void aim_i8i8i1i8f8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(Tables_i8i8i1i8 tables, array_f8 shares, table_i8 strokes, table_i8 reached, array_i8 picks, BoardParameters ground, ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8 desk) {
  array_i8 found = desk.found;
  int64_t empty = -1;
  for (int64_t pick = 0, pick_end = picks.size; pick < pick_end; pick++) {
    int64_t b = picks.at[pick];
    int64_t count;
    if (near_lines_i8i8i1i8f8i8f8i8i8i8i8(tables, b, ground) > 0) {
      count = spans_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ground, desk);
      empty = -1;
    } else {
      if (empty < 0) {
        empty = spans_on_i8i8i1i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8(tables, b, ground, desk);
      }
      count = empty;
    }
    int64_t whole = 0;
    for (int64_t k = 0, k_end = count; k < k_end; k++) {
      whole = whole + ((found.at[((3 * k) + 1)] - found.at[(3 * k)]) + 1);
    }
    int64_t ahead = (int64_t)(shares.at[b] * whole);
    int64_t ahead_2 = (ahead < whole) ? (int64_t)ahead : (whole - 1);
    for (int64_t k_2 = 0, k_2_end = count; k_2 < k_2_end; k_2++) {
      int64_t size_2 = (found.at[((3 * k_2) + 1)] - found.at[(3 * k_2)]) + 1;
      if (ahead_2 < size_2) {
        strokes.at[b * strokes.row + 0] = found.at[(3 * k_2)] + ahead_2;
        strokes.at[b * strokes.row + 3] = found.at[((3 * k_2) + 2)];
        reached.at[b * reached.row + 0] = found.at[(3 * k_2)];
        reached.at[b * reached.row + 1] = found.at[((3 * k_2) + 1)];
        break;
      }
      ahead_2 = ahead_2 - size_2;
    }
  }
}

/** Write the velocities (µm/s) that actions encode into the strokes of the boards `picks`. */
static void lead(table_f8 numbers, bool forwards, table_i8 strokes, array_i8 picks) {
  int64_t last = numbers.row - 1;
  for (int64_t k = 0, k_end = picks.size; k < k_end; k++) {
    double across;
    double ahead;
    if (last == 2) {
      double turn = (numbers.at[k * numbers.row + 1] * 3.141592653589793) / 2;
      across = sin(turn);
      ahead = cos(turn);
    } else {
      double far = sqrt(((numbers.at[k * numbers.row + 1] * numbers.at[k * numbers.row + 1]) + (numbers.at[k * numbers.row + 2] * numbers.at[k * numbers.row + 2])));
      across = (far > 0.0) ? (numbers.at[k * numbers.row + 1] / far) : 0.0;
      ahead = (far > 0.0) ? (numbers.at[k * numbers.row + 2] / far) : 1.0;
    }
    if (forwards && (ahead < 0.0)) {
      ahead = -ahead;
    }
    double speed = (0.3 + ((7.7 * (numbers.at[k * numbers.row + last] + 1)) / 2)) * 1000000.0;
    int64_t b = picks.at[k];
    strokes.at[b * strokes.row + 1] = nearest((speed * across));
    strokes.at[b * strokes.row + 2] = nearest((speed * ahead));
  }
}

/** Write the observation of each board from the given seat (quarter turns from south, one per board). */
static void observe_i8i8i1i8i8f4(Tables_i8i8i1i8 tables, array_i8 seats, int64_t half, table_f4 seen_2) {
  table_i8 held = tables.info;
  array_i8 held_2 = tables.book;
  table_i8 info = held;
  array_i8 book = held_2;
  for (int64_t b = 0, b_end = info.size; b < b_end; b++) {
    int64_t side = book.at[(2 + seats.at[b])];
    int64_t colour = colour_of_side(info, book, b, side);
    results_qq held_3 = observe_discs_i8i8i1i8f4(tables, b, floor_rest((4 - seats.at[b]), 4), colour, half, ((array_f4){seen_2.at + b * seen_2.row, seen_2.row}));
    int64_t own = held_3.p0;
    int64_t others = held_3.p1;
    array_f4 row_3 = ((array_f4){seen_2.at + b * seen_2.row + 57, seen_2.row - 57});
    observe_law_i8i8i1i8f4(tables, b, side, row_3);
    if (colour < 0) {
      own = own + others;
      others = (book.at[0] - 1) * own;
    }
    row_3.at[18] = (float)(own / 9.0);
    row_3.at[19] = (float)(others / 9.0);
    bool is_stroke = info.at[b * info.row + 0] == 0;
    row_3.at[0] = (float)((is_stroke && (seats.at[b] == info.at[b * info.row + 1])) ? 1.0 : 0.0);
    row_3.at[1] = (float)(is_stroke ? 1.0 : 0.0);
    for (int64_t k = 0, k_end = row_3.size; k < k_end; k++) {
      row_3.at[k] = (float)((((double)row_3.at[k]) < (-1.0)) ? (-1.0) : ((((double)row_3.at[k]) > 2.0) ? 2.0 : ((double)row_3.at[k])));
    }
  }
}

/** Write the state by the laws into `row`, which begins after the discs. */
static void observe_law_i8i8i1i8f4(Tables_i8i8i1i8 tables, int64_t b, int64_t side, array_f4 row_3) {
  table_i8 held = tables.info;
  array_i8 held_2 = tables.book;
  table_i8 info = held;
  array_i8 book = held_2;
  for (int64_t k = 0, k_end = row_3.size; k < k_end; k++) {
    row_3.at[k] = (float)0.0;
  }
  row_3.at[4] = (float)((info.at[b * info.row + 3] == 0) ? 1.0 : 0.0);
  row_3.at[5] = (float)(info.at[b * info.row + 4] / 3.0);
  row_3.at[(6 + info.at[b * info.row + 8])] = (float)1.0;
  int64_t holder = info.at[b * info.row + 9];
  row_3.at[10] = (float)((holder == side) ? 1.0 : 0.0);
  row_3.at[11] = (float)(((holder >= 0) && (holder != side)) ? 1.0 : 0.0);
  int64_t at_2 = 19 + (side * 6);
  int64_t owed = 0;
  int64_t best_score = 0;
  int64_t best_points = 0;
  for (int64_t other = 0, other_end = book.at[0]; other < other_end; other++) {
    int64_t block = 19 + (other * 6);
    if (other != side) {
      owed = owed + info.at[b * info.row + (block + 1)];
      best_score = (info.at[b * info.row + (block + 0)] > best_score) ? (int64_t)info.at[b * info.row + (block + 0)] : best_score;
      best_points = (info.at[b * info.row + (block + 4)] > best_points) ? (int64_t)info.at[b * info.row + (block + 4)] : best_points;
    }
  }
  row_3.at[12] = (float)(info.at[b * info.row + (at_2 + 1)] / 9.0);
  row_3.at[13] = (float)(owed / 9.0);
  row_3.at[14] = (float)(info.at[b * info.row + (at_2 + 0)] / 25.0);
  row_3.at[15] = (float)(best_score / 25.0);
  row_3.at[16] = (float)(info.at[b * info.row + (at_2 + 4)] / 100.0);
  row_3.at[17] = (float)(best_points / 100.0);
  row_3.at[20] = (float)((info.at[b * info.row + (at_2 + 3)] != 0) ? 1.0 : 0.0);
  row_3.at[21] = (float)(info.at[b * info.row + 12] / 2.0);
}

/** Write the places of the discs, one's own pieces before the others; return how many of each are on the board. */
static results_qq observe_discs_i8i8i1i8f4(Tables_i8i8i1i8 tables, int64_t b, int64_t back, int64_t colour, int64_t half, array_f4 row_3) {
  cube_i8 places = tables.places;
  int64_t own = 0;
  int64_t others = 0;
  for (int64_t disc = 1; disc < 20; disc++) {
    int64_t at_2 = disc - 1;
    bool is_own_2 = disc < 11;
    if ((colour == 1) && (disc > 1)) {
      at_2 = at_2 + ((disc < 11) ? (int64_t)9 : (-9));
      is_own_2 = !(is_own_2);
    }
    int64_t x = places.at[b * places.row + disc * places.depth + 0];
    int64_t y = places.at[b * places.row + disc * places.depth + 1];
    bool lies = x != (-1000000000);
    row_3.at[(3 * at_2)] = (float)(lies ? ((double)turned_x(x, y, back) / (double)half) : 0.0);
    row_3.at[((3 * at_2) + 1)] = (float)(lies ? ((double)turned_y(x, y, back) / (double)half) : 0.0);
    row_3.at[((3 * at_2) + 2)] = (float)(lies ? 1.0 : 0.0);
    if (lies && (disc > 1)) {
      own = own + (is_own_2 ? (int64_t)1 : 0);
      others = others + (is_own_2 ? (int64_t)0 : 1);
    }
  }
  return (results_qq){own, others};
}

/** Lay out one stroke from DRAWS uniform random numbers; write it to `start` (START numbers a disc), return n. */
static int64_t strew(array_f8 draws, array_f8 start) {
  lay_striker(draws, start);
  if (draws.at[6] < 0.1) {
    return lay_rack(draws, start);
  }
  if (draws.at[6] < 0.3) {
    return lay_rows(draws, start);
  }
  int64_t wanted = 2 + ((int64_t)(draws.at[7] * 19));
  int64_t n = 1;
  int64_t at_2 = 8;
  while ((n < wanted) && ((at_2 + 4) <= 590)) {
    results_dd held = spot(draws, at_2, start, n);
    double x = held.p0;
    double y = held.p1;
    if (is_free(start, n, x, y)) {
      lay_2(start, n, x, y, 15900.0, 0.005375);
      n = n + 1;
    }
    at_2 = at_2 + 4;
  }
  return n;
}

/** Write a resting disc; x, y and radius in µm. */
static void lay_2(array_f8 start, int64_t k, double x, double y, double radius, double mass) {
  int64_t at_2 = k * 7;
  start.at[(at_2 + 0)] = ((int64_t)rint(x)) * 1e-06;
  start.at[(at_2 + 1)] = ((int64_t)rint(y)) * 1e-06;
  start.at[(at_2 + 2)] = 0.0;
  start.at[(at_2 + 3)] = 0.0;
  start.at[(at_2 + 4)] = 0.0;
  start.at[(at_2 + 5)] = radius * 1e-06;
  start.at[(at_2 + 6)] = mass;
}

/** Whether a piece may be at (x, y), µm: on the board, over no pocket, and overlapping no disc beyond rounding. */
static bool is_free(array_f8 start, int64_t n, double x, double y) {
  double reach = 354100.0;
  if ((x > reach) || (x < (-reach)) || (y > reach) || (y < (-reach))) {
    return false;
  }
  double dx = (((x > 0.0) ? x : (-x)) - 370000.0) + 22250.0;
  double dy = (((y > 0.0) ? y : (-y)) - 370000.0) + 22250.0;
  if (((dx * dx) + (dy * dy)) < 495151504.0) {
    return false;
  }
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t at_2 = k * 7;
    double dx_2 = (start.at[(at_2 + 0)] / 1e-06) - ((int64_t)rint(x));
    double dy_2 = (start.at[(at_2 + 1)] / 1e-06) - ((int64_t)rint(y));
    if (sqrt(((dx_2 * dx_2) + (dy_2 * dy_2))) < (((start.at[(at_2 + 5)] / 1e-06) + 15900.0) - 1.5)) {
      return false;
    }
  }
  return true;
}

/** Return a place for the next piece: anywhere, against another disc, or against the frame. */
static results_dd spot(array_f8 draws, int64_t at_2, array_f8 start, int64_t n) {
  double x = ((2.0 * draws.at[at_2]) - 1.0) * 354100.0;
  double y = ((2.0 * draws.at[(at_2 + 1)]) - 1.0) * 354100.0;
  double way = draws.at[(at_2 + 2)];
  if (way < 0.2) {
    int64_t k = ((int64_t)(draws.at[(at_2 + 3)] * n)) * 7;
    double apart = (start.at[(k + 5)] / 1e-06) + 15900.0;
    x = (start.at[(k + 0)] / 1e-06) + (apart * cos((31.41592653589793 * way)));
    y = (start.at[(k + 1)] / 1e-06) + (apart * sin((31.41592653589793 * way)));
  } else {
    if (way < 0.3) {
      x = (x > 0.0) ? 354100.0 : (-354100.0);
    } else {
      if (way < 0.4) {
        y = (y > 0.0) ? 354100.0 : (-354100.0);
      }
    }
  }
  return (results_dd){x, y};
}

/** Place rows of pieces against a frame, aligned or staggered, and aim the striker at one of them. */
static int64_t lay_rows(array_f8 draws, array_f8 start) {
  int64_t wanted = 2 + ((int64_t)(draws.at[7] * 18));
  int64_t columns = 1 + ((int64_t)((draws.at[8] * draws.at[8]) * 12.0));
  bool is_packed = draws.at[9] < 0.4;
  double first = (draws.at[10] - 0.5) * 500000.0;
  double away = is_packed ? sqrt(0.75) : 1.0;
  int64_t n = 1;
  for (int64_t man = 0, man_end = wanted; man < man_end; man++) {
    int64_t row_3 = floor_quotient(man, columns);
    double along = first + (31800.0 * (man - (row_3 * columns)));
    if (is_packed && (floor_rest(row_3, 2) == 1)) {
      along = along + 15900.0;
    }
    double out = 354100.0 - ((31800.0 * away) * row_3);
    double x = out;
    double y = along;
    if (draws.at[11] < 0.25) {
      double held = -along;
      double held_2 = out;
      x = held;
      y = held_2;
    } else {
      if (draws.at[11] < 0.5) {
        double held_3 = -out;
        double held_4 = -along;
        x = held_3;
        y = held_4;
      } else {
        if (draws.at[11] < 0.75) {
          double held_5 = along;
          double held_6 = -out;
          x = held_5;
          y = held_6;
        }
      }
    }
    if (is_free(start, n, x, y)) {
      lay_2(start, n, x, y, 15900.0, 0.005375);
      n = n + 1;
    }
  }
  if (n > 1) {
    int64_t k = (1 + ((int64_t)(draws.at[12] * (n - 1)))) * 7;
    double dx = (start.at[(k + 0)] - start.at[0]) + ((draws.at[13] - 0.5) * 0.03);
    double dy = (start.at[(k + 1)] - start.at[1]) + ((draws.at[14] - 0.5) * 0.03);
    double scale = (0.3 + (11.6 * draws.at[2])) / sqrt(((dx * dx) + (dy * dy)));
    start.at[2] = ((int64_t)rint(((dx * scale) / 1e-06))) * 1e-06;
    start.at[3] = ((int64_t)rint(((dy * scale) / 1e-06))) * 1e-06;
  }
  return n;
}

/** Rack nineteen pieces with gaps of 20 µm ± 5 µm a coordinate, turned by any angle. */
static int64_t lay_rack(array_f8 draws, array_f8 start) {
  int64_t n = 1;
  double step = 31820.0;
  double ux = cos((6.283185307179586 * draws.at[8]));
  double uy = sin((6.283185307179586 * draws.at[8]));
  for (int64_t a = -2; a < 3; a++) {
    for (int64_t b = -2; b < 3; b++) {
      if (((-2) <= (a + b)) && ((a + b) <= 2)) {
        double x = step * (a + (0.5 * b));
        double y = (step * b) * sqrt(0.75);
        double jitter_x = 10.0 * (draws.at[(9 + (2 * n))] - 0.5);
        double jitter_y = 10.0 * (draws.at[(10 + (2 * n))] - 0.5);
        lay_2(start, n, (((x * ux) - (y * uy)) + jitter_x), (((x * uy) + (y * ux)) + jitter_y), 15900.0, 0.005375);
        n = n + 1;
      }
    }
  }
  return n;
}

/** Place the striker on its baseline and set its velocity. */
static void lay_striker(array_f8 draws, array_f8 start) {
  lay_2(start, 0, ((draws.at[0] - 0.5) * 436500.0), ((-252600.0) + ((draws.at[1] - 0.5) * 9500.0)), 20650.0, 0.015);
  double speed = 1.0 + ((11990000.0 * draws.at[2]) * draws.at[2]);
  double angle = (draws.at[3] < 0.2) ? (6.283185307179586 * draws.at[3]) : (3.141592653589793 * draws.at[4]);
  start.at[2] = ((int64_t)rint((speed * cos(angle)))) * 1e-06;
  start.at[3] = ((int64_t)rint((speed * sin(angle)))) * 1e-06;
  if (draws.at[5] < 0.5) {
    start.at[4] = ((((int64_t)rint(((draws.at[5] - 0.25) * 800000.0))) / 1000.0) * 20650.0) * 1e-06;
  }
}

/** Play the stroke of a start and check it; return its number of events, or −1 if the budget ran out. */
static int64_t play_and_inspect(array_f8 profile, array_f8 world, array_f8 start, int64_t n, array_f8 state, array_i8 marks, array_f8 log_2, array_f8 ghost, array_i8 ghost_marks, array_f8 found) {
  lay_out_start(start, n, state);
  for (int64_t what = 0; what < 5; what++) {
    found.at[what] = 0.0;
  }
  int64_t events = play(profile, state, marks, world, log_2, n);
  if ((0 <= (events * 24)) && ((events * 24) <= log_2.size)) {
    inspect(profile, state, world, log_2, n, events, start, ghost, ghost_marks, found);
  }
  return events;
}

/** Check a stroke that the kernel has played into `state` and `log`; record the worst values in `found`. */
static void inspect(array_f8 profile, array_f8 state, array_f8 world, array_f8 log_2, int64_t n, int64_t events, array_f8 start, array_f8 ghost, array_i8 marks, array_f8 found) {
  double drag = world.at[0];
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t at_2 = k * 7;
    ghost.at[(0 + k)] = start.at[(at_2 + 0)];
    ghost.at[(24 + k)] = start.at[(at_2 + 1)];
    ghost.at[(48 + k)] = 1.0;
    ghost.at[(72 + k)] = 0.0;
    ghost.at[(168 + k)] = start.at[(at_2 + 5)];
    ghost.at[(192 + k)] = start.at[(at_2 + 6)];
    marks.at[(120 + k)] = 0;
    begin_anew(ghost, n, k, 0.0);
    launch(profile, ghost, marks, k, 0.0, drag, start.at[(at_2 + 2)], start.at[(at_2 + 3)], start.at[(at_2 + 4)]);
  }
  double now = 0.0;
  for (int64_t event = 0, event_end = events; event < event_end; event++) {
    int64_t row_3 = event * 24;
    double when = log_2.at[(row_3 + 3)];
    follow_pairs(profile, ghost, marks, n, now, when, drag, start, found);
    weigh(profile, ghost, marks, log_2, event, world, found);
    int64_t i = (int64_t)log_2.at[(row_3 + 1)];
    int64_t j = (int64_t)log_2.at[(row_3 + 2)];
    take_up(profile, ghost, marks, log_2, row_3, n, i, 4, 18, world, found);
    if (log_2.at[(row_3 + 0)] == 0) {
      take_up(profile, ghost, marks, log_2, row_3, n, j, 6, 21, world, found);
    }
    if (log_2.at[(row_3 + 0)] == 3) {
      ghost.at[(168 + i)] = -1.0;
      launch(profile, ghost, marks, i, when, drag, 0.0, 0.0, 0.0);
    }
    now = when;
  }
  double end = now;
  for (int64_t k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    if ((ghost.at[(168 + k_2)] > 0.0) && (ghost.at[(336 + k_2)] > end)) {
      end = ghost.at[(336 + k_2)];
    }
  }
  follow_pairs(profile, ghost, marks, n, now, end, drag, start, found);
  for (int64_t k_3 = 0, k_3_end = n; k_3 < k_3_end; k_3++) {
    if (ghost.at[(168 + k_3)] > 0.0) {
      note_2(found, 3, distance((ghost.at[(384 + k_3)] - state.at[(384 + k_3)]), (ghost.at[(408 + k_3)] - state.at[(408 + k_3)])));
      note_escape(found, world, ghost.at[(168 + k_3)], state.at[(384 + k_3)], state.at[(408 + k_3)]);
      note_2(found, 2, beyond_rim(world, state.at[(384 + k_3)], state.at[(408 + k_3)]));
    }
  }
}

/** Record how far a disc is beyond its limits. */
static void note_escape(array_f8 found, array_f8 world, double radius, double x, double y) {
  double reach = world.at[5] - radius;
  note_2(found, 2, (((x > 0.0) ? x : (-x)) - reach));
  note_2(found, 2, (((y > 0.0) ? y : (-y)) - reach));
}

/** Record the maximum of one kind; a value that is not a number is a separate finding. */
static void note_2(array_f8 found, int64_t what, double value) {
  if ((value != value) || (value > 1e+300) || (value < (-1e+300))) {
    found.at[4] = 1.0;
  } else {
    if (value > found.at[what]) {
      found.at[what] = value;
    }
  }
}

/** Return the length of a vector. */
static double distance(double dx, double dy) {
  return sqrt(((dx * dx) + (dy * dy)));
}

/** Check that disc k's own motion leads to the event, and start its motion after the event as logged. */
static void take_up(array_f8 profile, array_f8 ghost, array_i8 marks, array_f8 log_2, int64_t row_3, int64_t n, int64_t k, int64_t place, int64_t side, array_f8 world, array_f8 found) {
  double drag = world.at[0];
  double when = log_2.at[(row_3 + 3)];
  double x = log_2.at[(row_3 + place)];
  double y = log_2.at[(((row_3 + place) + 5) - 4)];
  begin_anew(ghost, n, k, when);
  results_ddd held = glide(profile, ghost, marks, k, when, drag);
  double gone = held.p0;
  double expected_x = ghost.at[(0 + k)] + (ghost.at[(48 + k)] * gone);
  double expected_y = ghost.at[(24 + k)] + (ghost.at[(72 + k)] * gone);
  note_2(found, 3, distance((x - expected_x), (y - expected_y)));
  note_escape(found, world, ghost.at[(168 + k)], x, y);
  ghost.at[(0 + k)] = x;
  ghost.at[(24 + k)] = y;
  launch(profile, ghost, marks, k, when, drag, log_2.at[(row_3 + side)], log_2.at[((row_3 + side) + 1)], log_2.at[((row_3 + side) + 2)]);
}

/** Check the energies: no motion gains between events, no contact beyond what the minimum separation adds. */
static void weigh(array_f8 profile, array_f8 ghost, array_i8 marks, array_f8 log_2, int64_t event, array_f8 world, array_f8 found) {
  int64_t row_3 = event * 24;
  double drag = world.at[0];
  int64_t i = (int64_t)log_2.at[(row_3 + 1)];
  int64_t j = (int64_t)log_2.at[(row_3 + 2)];
  double before_2 = energy(log_2, (row_3 + 12), ghost.at[(192 + i)]);
  double after = energy(log_2, (row_3 + 18), ghost.at[(192 + i)]);
  double allowed = 0.0;
  check_arrival(profile, ghost, marks, log_2, row_3, i, 12, drag, found);
  if (j >= 0) {
    check_arrival(profile, ghost, marks, log_2, row_3, j, 15, drag, found);
    before_2 = before_2 + energy(log_2, ((row_3 + 12) + 3), ghost.at[(192 + j)]);
    after = after + energy(log_2, ((row_3 + 18) + 3), ghost.at[(192 + j)]);
    allowed = separation_energy(ghost, marks, world, log_2, event, i, j);
  }
  note_2(found, 1, (((after - before_2) - allowed) / ((before_2 + allowed) + 1e-30)));
}

/** Return what the minimum separation speed may have added to a contact of two discs. */
static double separation_energy(array_f8 ghost, array_i8 marks, array_f8 world, array_f8 log_2, int64_t event, int64_t i, int64_t j) {
  int64_t row_3 = event * 24;
  double dx = log_2.at[(row_3 + 6)] - log_2.at[(row_3 + 4)];
  double dy = log_2.at[(row_3 + 7)] - log_2.at[(row_3 + 5)];
  double away = distance(dx, dy);
  double wx = log_2.at[((row_3 + 12) + 3)] - log_2.at[(row_3 + 12)];
  double wy = log_2.at[((row_3 + 12) + 4)] - log_2.at[((row_3 + 12) + 1)];
  double closing = ((wx * dx) + (wy * dy)) / away;
  double reduced = 1.0 / ((1.0 / ghost.at[(192 + i)]) + (1.0 / ghost.at[(192 + j)]));
  double least = least_separation(marks, world, i, j, event, (-closing));
  double added = (0.5 * reduced) * ((least * least) - (closing * closing));
  return (added > 0.0) ? added : 0.0;
}

/** Check that a disc arrives no faster than it left its last event, and at the speed of its own motion. */
static void check_arrival(array_f8 profile, array_f8 ghost, array_i8 marks, array_f8 log_2, int64_t row_3, int64_t k, int64_t side, double drag, array_f8 found) {
  results_ddd held = glide(profile, ghost, marks, k, log_2.at[(row_3 + 3)], drag);
  double speed = held.p1;
  double arrived = distance(log_2.at[(row_3 + side)], log_2.at[((row_3 + side) + 1)]);
  note_2(found, 1, ((arrived - ghost.at[(696 + k)]) / (ghost.at[(696 + k)] + 1e-30)));
  note_2(found, 3, (arrived - speed));
  note_2(found, 3, (speed - arrived));
}

/** Return the energy of sliding and spinning, in J. */
static double energy(array_f8 log_2, int64_t at_2, double mass) {
  double rim = log_2.at[(at_2 + 2)];
  return (0.5 * mass) * (((log_2.at[at_2] * log_2.at[at_2]) + (log_2.at[(at_2 + 1)] * log_2.at[(at_2 + 1)])) + ((0.5 * rim) * rim));
}

/** Check every pair with a moving disc from `begin` to `end`. */
static void follow_pairs(array_f8 profile, array_f8 ghost, array_i8 marks, int64_t n, double begin, double end, double drag, array_f8 start, array_f8 found) {
  for (int64_t i = 0, i_end = n; i < i_end; i++) {
    if (ghost.at[(168 + i)] > 0.0) {
      for (int64_t j = 0, j_end = i; j < j_end; j++) {
        if ((ghost.at[(168 + j)] > 0.0) && ((ghost.at[(336 + i)] > begin) || (ghost.at[(336 + j)] > begin))) {
          follow(profile, ghost, marks, i, j, begin, end, drag, start, found);
        }
      }
    }
  }
}

/** Check one pair from its proven time on, in steps that cannot skip an overlap deeper than allowed. */
static void follow(array_f8 profile, array_f8 ghost, array_i8 marks, int64_t i, int64_t j, double begin, double end, double drag, array_f8 start, array_f8 found) {
  double radii = ghost.at[(168 + i)] + ghost.at[(168 + j)];
  int64_t a = i * 7;
  int64_t b = j * 7;
  double at_first = distance((start.at[(a + 0)] - start.at[(b + 0)]), (start.at[(a + 1)] - start.at[(b + 1)])) - radii;
  double floor_2 = (at_first < 0.0) ? at_first : 0.0;
  double bend = 2.0 * drag;
  int64_t proven = (984 + (i * 24)) + j;
  double t = (ghost.at[proven] > begin) ? ghost.at[proven] : begin;
  while (t < end) {
    results_ddd held = glide(profile, ghost, marks, i, t, drag);
    double gone_i = held.p0;
    double speed_i = held.p1;
    results_ddd held_2 = glide(profile, ghost, marks, j, t, drag);
    double gone_j = held_2.p0;
    double speed_j = held_2.p1;
    double dx = ((ghost.at[(0 + j)] + (ghost.at[(48 + j)] * gone_j)) - ghost.at[(0 + i)]) - (ghost.at[(48 + i)] * gone_i);
    double dy = ((ghost.at[(24 + j)] + (ghost.at[(72 + j)] * gone_j)) - ghost.at[(24 + i)]) - (ghost.at[(72 + i)] * gone_i);
    double apart = distance(dx, dy);
    double above = (apart - radii) - floor_2;
    note_2(found, 0, (-above));
    double room = above + 1e-12;
    if (!((room > 0.0))) {
      return;
    }
    double wx = (ghost.at[(48 + j)] * speed_j) - (ghost.at[(48 + i)] * speed_i);
    double wy = (ghost.at[(72 + j)] * speed_j) - (ghost.at[(72 + i)] * speed_i);
    double rate = ((dx * wx) + (dy * wy)) / apart;
    double root = sqrt(((rate * rate) + ((2.0 * bend) * room)));
    double step = (rate < 0.0) ? ((2.0 * room) / (root - rate)) : ((rate + root) / bend);
    if ((t + step) <= t) {
      return;
    }
    t = t + step;
    ghost.at[proven] = t;
  }
}

/** Reset the proven times of the pairs of disc k, whose motion changes at `when`. */
static void begin_anew(array_f8 ghost, int64_t n, int64_t k, double when) {
  for (int64_t other = 0, other_end = n; other < other_end; other++) {
    ghost.at[((984 + (k * 24)) + other)] = when;
    ghost.at[((984 + (other * 24)) + k)] = when;
  }
}

/** Lay the n discs of a start into the kernel's array. */
static void lay_out_start(array_f8 start, int64_t n, array_f8 state) {
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t at_2 = k * 7;
    state.at[(0 + k)] = start.at[(at_2 + 0)];
    state.at[(24 + k)] = start.at[(at_2 + 1)];
    state.at[(768 + k)] = start.at[(at_2 + 2)];
    state.at[(792 + k)] = start.at[(at_2 + 3)];
    state.at[(120 + k)] = start.at[(at_2 + 4)];
    state.at[(168 + k)] = start.at[(at_2 + 5)];
    state.at[(192 + k)] = start.at[(at_2 + 6)];
  }
}

/** Play each variant and write its discs' places in every frame; return the number of events of the last variant. */
static int64_t film(array_f8 profile, table_f8 worlds, table_f8 begun, table_f8 sizes, array_f8 frames, array_i8 ends, array_f8 state, array_i8 marks, array_f8 log_2, array_f8 world, table_f8 x, table_f8 y) {
  int64_t n = ends.size;
  int64_t events = 0;
  for (int64_t variant = 0, variant_end = begun.size; variant < variant_end; variant++) {
    for (int64_t part = 0; part < 13; part++) {
      world.at[part] = worlds.at[variant * worlds.row + part];
    }
    for (int64_t part_2 = 0; part_2 < 168; part_2++) {
      marks.at[part_2] = 0;
    }
    set_up(state, begun, sizes, variant, n);
    events = play(profile, state, marks, world, log_2, n);
    int64_t seen_2 = events;
    if ((seen_2 < 0) || (seen_2 > floor_quotient(log_2.size, 24))) {
      seen_2 = floor_quotient(log_2.size, 24);
    }
    int64_t start = 0;
    for (int64_t k = 0, k_end = n; k < k_end; k++) {
      follow_2(profile, state, marks, world, log_2, seen_2, begun, variant, k, frames, start, ends.at[k], x, y);
      start = ends.at[k];
    }
  }
  return events;
}

/** Write the places of disc k in its frames from `start` to `end`; a disc that falls stays where it fell. */
static void follow_2(array_f8 profile, array_f8 state, array_i8 marks, array_f8 world, array_f8 log_2, int64_t events, table_f8 begun, int64_t variant, int64_t k, array_f8 frames, int64_t start, int64_t end, table_f8 x, table_f8 y) {
  double drag = world.at[0];
  int64_t at_2 = (k == 0) ? (int64_t)0 : (5 + (2 * (k - 1)));
  state.at[(0 + k)] = begun.at[variant * begun.row + at_2];
  state.at[(24 + k)] = begun.at[variant * begun.row + (at_2 + 1)];
  state.at[(48 + k)] = 1.0;
  state.at[(72 + k)] = 0.0;
  if (k == 0) {
    launch(profile, state, marks, k, 0.0, drag, begun.at[variant * begun.row + 2], begun.at[variant * begun.row + 3], begun.at[variant * begun.row + 4]);
  } else {
    launch(profile, state, marks, k, 0.0, drag, 0.0, 0.0, 0.0);
  }
  int64_t event = 0;
  for (int64_t frame = start, frame_end = end; frame < frame_end; frame++) {
    double when = frames.at[frame];
    while ((event < events) && (log_2.at[((event * 24) + 3)] <= when)) {
      begin_leg(profile, state, marks, log_2, (event * 24), k, drag);
      event = event + 1;
    }
    results_ddd held = glide(profile, state, marks, k, when, drag);
    double way = held.p0;
    x.at[variant * x.row + frame] = state.at[(0 + k)] + (state.at[(48 + k)] * way);
    y.at[variant * y.row + frame] = state.at[(24 + k)] + (state.at[(72 + k)] * way);
  }
}

/** Start the motion of disc k after an event, if it takes part. */
static void begin_leg(array_f8 profile, array_f8 state, array_i8 marks, array_f8 log_2, int64_t at_2, int64_t k, double drag) {
  double now = log_2.at[(at_2 + 3)];
  if (log_2.at[(at_2 + 1)] == k) {
    state.at[(0 + k)] = log_2.at[(at_2 + 4)];
    state.at[(24 + k)] = log_2.at[(at_2 + 5)];
    if (log_2.at[(at_2 + 0)] == 3) {
      launch(profile, state, marks, k, now, drag, 0.0, 0.0, 0.0);
    } else {
      launch(profile, state, marks, k, now, drag, log_2.at[(at_2 + 18)], log_2.at[((at_2 + 18) + 1)], log_2.at[((at_2 + 18) + 2)]);
    }
  } else {
    if ((log_2.at[(at_2 + 0)] == 0) && (log_2.at[(at_2 + 2)] == k)) {
      state.at[(0 + k)] = log_2.at[(at_2 + 6)];
      state.at[(24 + k)] = log_2.at[(at_2 + 7)];
      launch(profile, state, marks, k, now, drag, log_2.at[((at_2 + 18) + 3)], log_2.at[((at_2 + 18) + 4)], log_2.at[((at_2 + 18) + 5)]);
    }
  }
}

/** Write the start of a variant into the kernel's state. */
static void set_up(array_f8 state, table_f8 begun, table_f8 sizes, int64_t variant, int64_t n) {
  for (int64_t k = 0, k_end = n; k < k_end; k++) {
    int64_t at_2 = (k == 0) ? (int64_t)0 : (5 + (2 * (k - 1)));
    state.at[(0 + k)] = begun.at[variant * begun.row + at_2];
    state.at[(24 + k)] = begun.at[variant * begun.row + (at_2 + 1)];
    state.at[(768 + k)] = (k == 0) ? begun.at[variant * begun.row + 2] : 0.0;
    state.at[(792 + k)] = (k == 0) ? begun.at[variant * begun.row + 3] : 0.0;
    state.at[(120 + k)] = (k == 0) ? begun.at[variant * begun.row + 4] : 0.0;
    state.at[(168 + k)] = sizes.at[k * sizes.row + 0];
    state.at[(192 + k)] = sizes.at[k * sizes.row + 1];
  }
}

EXPORTED int64_t ENTRY(free_at)(const word *w) {
  return free_at((array_i8){w[0].p, w[1].q}, w[2].q, w[3].q, (array_i8){w[4].p, w[5].q}, (array_i8){w[6].p, w[7].q});
}

EXPORTED int64_t ENTRY(spans)(const word *w) {
  return spans((array_i8){w[0].p, w[1].q}, w[2].q, (array_i8){w[3].p, w[4].q}, (array_i8){w[5].p, w[6].q}, (array_i8){w[7].p, w[8].q}, (array_f8){w[9].p, w[10].q}, (array_i8){w[11].p, w[12].q});
}

EXPORTED int64_t ENTRY(due_places)(const word *w) {
  return due_places((array_i8){w[0].p, w[1].q}, w[2].q, (array_i8){w[3].p, w[4].q}, (array_i8){w[5].p, w[6].q}, (array_f8){w[7].p, w[8].q}, (array_i8){w[9].p, w[10].q}, w[11].q);
}

EXPORTED int64_t ENTRY(centre_place)(const word *w) {
  return centre_place((array_i8){w[0].p, w[1].q}, w[2].q, (array_i8){w[3].p, w[4].q}, w[5].q, w[6].q, (array_f8){w[7].p, w[8].q}, (array_i8){w[9].p, w[10].q});
}

EXPORTED int64_t ENTRY(play)(const word *w) {
  return play((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q}, (array_i8){w[4].p, w[5].q}, (array_f8){w[6].p, w[7].q}, (array_f8){w[8].p, w[9].q}, w[10].q);
}

EXPORTED int64_t ENTRY(play_many)(const word *w) {
  play_many((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q}, (array_i8){w[4].p, w[5].q}, (array_f8){w[6].p, w[7].q}, (table_f8){w[8].p, w[9].q, w[10].q}, (array_f8){w[11].p, w[12].q}, (array_i8){w[13].p, w[14].q}, (cube_i8){w[15].p, w[16].q, w[17].q * w[18].q, w[18].q}, (array_i8){w[19].p, w[20].q}, (table_i8){w[21].p, w[22].q, w[23].q}, (table_i8){w[24].p, w[25].q, w[26].q}, (array_i8){w[27].p, w[28].q}, (array_i8){w[29].p, w[30].q}, w[31].q, w[32].q, (cube_i8){w[33].p, w[34].q, w[35].q * w[36].q, w[36].q}, (table_f8){w[37].p, w[38].q, w[39].q}, (table_f8){w[40].p, w[41].q, w[42].q}, (table_i8){w[43].p, w[44].q, w[45].q});
  return 0;
}

EXPORTED int64_t ENTRY(first_refused)(const word *w) {
  return first_refused((array_i8){w[0].p, w[1].q}, (cube_i8){w[2].p, w[3].q, w[4].q * w[5].q, w[5].q}, (array_i8){w[6].p, w[7].q}, (table_i8){w[8].p, w[9].q, w[10].q}, (table_i8){w[11].p, w[12].q, w[13].q}, w[14].q, w[15].q, (array_f8){w[16].p, w[17].q});
}

EXPORTED int64_t ENTRY(write_frames)(const word *w) {
  return write_frames((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q}, w[4].q, (array_f8){w[5].p, w[6].q}, (array_f8){w[7].p, w[8].q}, w[9].q, w[10].d, (array_f8){w[11].p, w[12].q}, (array_i8){w[13].p, w[14].q}, (array_i8){w[15].p, w[16].q});
}

EXPORTED int64_t ENTRY(try_many)(const word *w) {
  try_many_f8f8i8f8f8f8i8i8i8i8f8f8i8f8f8f8f8i8i8i2i4((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q}, (array_i8){w[4].p, w[5].q}, (array_f8){w[6].p, w[7].q}, (array_f8){w[8].p, w[9].q}, (array_f8){w[10].p, w[11].q}, (array_i8){w[12].p, w[13].q}, (cube_i8){w[14].p, w[15].q, w[16].q * w[17].q, w[17].q}, w[18].q, (array_i8){w[19].p, w[20].q}, (table_i8){w[21].p, w[22].q, w[23].q}, (table_f8){w[24].p, w[25].q, w[26].q}, w[27].q, w[28].q, w[29].q, (array_f8){w[30].p, w[31].q}, (table_i8){w[32].p, w[33].q, w[34].q}, (array_f8){w[35].p, w[36].q}, (array_f8){w[37].p, w[38].q}, (table_f8){w[39].p, w[40].q, w[41].q}, (table_f8){w[42].p, w[43].q, w[44].q}, (table_i8){w[45].p, w[46].q, w[47].q}, (table_i8){w[48].p, w[49].q, w[50].q}, w[51].q, w[52].q, (array_i2){w[53].p, w[54].q}, (table_i4){w[55].p, w[56].q, w[57].q});
  return 0;
}

EXPORTED int64_t ENTRY(foresee_men)(const word *w) {
  foresee_men((cube_i8){w[0].p, w[1].q, w[2].q * w[3].q, w[3].q}, w[4].q, (array_i8){w[5].p, w[6].q}, (array_f8){w[7].p, w[8].q}, (array_f8){w[9].p, w[10].q}, (array_f8){w[11].p, w[12].q}, (table_f8){w[13].p, w[14].q, w[15].q}, (table_f8){w[16].p, w[17].q, w[18].q}, (table_i8){w[19].p, w[20].q, w[21].q});
  return 0;
}

EXPORTED int64_t ENTRY(survey)(const word *w) {
  survey_i8i8i8f8f8f8f8f8i8i4((cube_i8){w[0].p, w[1].q, w[2].q * w[3].q, w[3].q}, (array_i8){w[4].p, w[5].q}, (table_i8){w[6].p, w[7].q, w[8].q}, (array_f8){w[9].p, w[10].q}, (array_f8){w[11].p, w[12].q}, (array_f8){w[13].p, w[14].q}, (table_f8){w[15].p, w[16].q, w[17].q}, (table_f8){w[18].p, w[19].q, w[20].q}, (table_i8){w[21].p, w[22].q, w[23].q}, (table_i4){w[24].p, w[25].q, w[26].q});
  return 0;
}

EXPORTED int64_t ENTRY(turn_to_player)(const word *w) {
  turn_to_player((cube_i8){w[0].p, w[1].q, w[2].q * w[3].q, w[3].q}, w[4].q, w[5].q, (array_i8){w[6].p, w[7].q}, (array_f8){w[8].p, w[9].q}, (array_f8){w[10].p, w[11].q}, (array_i8){w[12].p, w[13].q});
  return 0;
}

EXPORTED int64_t ENTRY(directs)(const word *w) {
  return directs((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q}, (array_i8){w[4].p, w[5].q}, (array_i8){w[6].p, w[7].q}, (array_f8){w[8].p, w[9].q}, (array_f8){w[10].p, w[11].q}, (table_f8){w[12].p, w[13].q, w[14].q});
}

EXPORTED int64_t ENTRY(step_boards)(const word *w) {
  return step_boards_f8i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8((array_f8){w[0].p, w[1].q}, (Tables_i8i8i1i8){(table_i8){w[2].p, w[3].q, w[4].q}, (cube_i8){w[5].p, w[6].q, w[7].q * w[8].q, w[8].q}, (cube_i1){w[9].p, w[10].q, w[11].q * w[12].q, w[12].q}, (array_i8){w[13].p, w[14].q}}, (Seen_i8f8f8i8i1i8i8){(cube_i8){w[15].p, w[16].q, w[17].q * w[18].q, w[18].q}, (table_f8){w[19].p, w[20].q, w[21].q}, (table_f8){w[22].p, w[23].q, w[24].q}, (table_i8){w[25].p, w[26].q, w[27].q}, (table_i1){w[28].p, w[29].q, w[30].q}, (array_i8){w[31].p, w[32].q}, (array_i8){w[33].p, w[34].q}}, (Law){(table_i8){w[35].p, w[36].q, w[37].q}, (table_i8){w[38].p, w[39].q, w[40].q}}, (BoardParameters){(table_f8){w[41].p, w[42].q, w[43].q}, (array_i8){w[44].p, w[45].q}, (array_f8){w[46].p, w[47].q}, (array_i8){w[48].p, w[49].q}, (array_i8){w[50].p, w[51].q}, (array_i8){w[52].p, w[53].q}, (array_i8){w[54].p, w[55].q}}, (ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8){(array_f8){w[56].p, w[57].q}, (array_i8){w[58].p, w[59].q}, (array_f8){w[60].p, w[61].q}, (array_i8){w[62].p, w[63].q}, (cube_i1){w[64].p, w[65].q, w[66].q * w[67].q, w[67].q}, (array_i8){w[68].p, w[69].q}, (array_i8){w[70].p, w[71].q}, (array_i8){w[72].p, w[73].q}, (array_f8){w[74].p, w[75].q}, (array_i8){w[76].p, w[77].q}}, (table_i8){w[78].p, w[79].q, w[80].q}, (array_i8){w[81].p, w[82].q}, w[83].q, w[84].q);
}

EXPORTED int64_t ENTRY(play_boards)(const word *w) {
  play_boards_f8i8i8i1i8i8f8f8i8i1i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8i8((array_f8){w[0].p, w[1].q}, (Tables_i8i8i1i8){(table_i8){w[2].p, w[3].q, w[4].q}, (cube_i8){w[5].p, w[6].q, w[7].q * w[8].q, w[8].q}, (cube_i1){w[9].p, w[10].q, w[11].q * w[12].q, w[12].q}, (array_i8){w[13].p, w[14].q}}, (Seen_i8f8f8i8i1i8i8){(cube_i8){w[15].p, w[16].q, w[17].q * w[18].q, w[18].q}, (table_f8){w[19].p, w[20].q, w[21].q}, (table_f8){w[22].p, w[23].q, w[24].q}, (table_i8){w[25].p, w[26].q, w[27].q}, (table_i1){w[28].p, w[29].q, w[30].q}, (array_i8){w[31].p, w[32].q}, (array_i8){w[33].p, w[34].q}}, (BoardParameters){(table_f8){w[35].p, w[36].q, w[37].q}, (array_i8){w[38].p, w[39].q}, (array_f8){w[40].p, w[41].q}, (array_i8){w[42].p, w[43].q}, (array_i8){w[44].p, w[45].q}, (array_i8){w[46].p, w[47].q}, (array_i8){w[48].p, w[49].q}}, (ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8){(array_f8){w[50].p, w[51].q}, (array_i8){w[52].p, w[53].q}, (array_f8){w[54].p, w[55].q}, (array_i8){w[56].p, w[57].q}, (cube_i1){w[58].p, w[59].q, w[60].q * w[61].q, w[61].q}, (array_i8){w[62].p, w[63].q}, (array_i8){w[64].p, w[65].q}, (array_i8){w[66].p, w[67].q}, (array_f8){w[68].p, w[69].q}, (array_i8){w[70].p, w[71].q}}, (table_i8){w[72].p, w[73].q, w[74].q}, (array_i8){w[75].p, w[76].q}, w[77].q, w[78].q);
  return 0;
}

EXPORTED int64_t ENTRY(rule_boards)(const word *w) {
  return rule_boards_i8i8i1i8i8f8f8i8i1i8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8i8((Tables_i8i8i1i8){(table_i8){w[0].p, w[1].q, w[2].q}, (cube_i8){w[3].p, w[4].q, w[5].q * w[6].q, w[6].q}, (cube_i1){w[7].p, w[8].q, w[9].q * w[10].q, w[10].q}, (array_i8){w[11].p, w[12].q}}, (Seen_i8f8f8i8i1i8i8){(cube_i8){w[13].p, w[14].q, w[15].q * w[16].q, w[16].q}, (table_f8){w[17].p, w[18].q, w[19].q}, (table_f8){w[20].p, w[21].q, w[22].q}, (table_i8){w[23].p, w[24].q, w[25].q}, (table_i1){w[26].p, w[27].q, w[28].q}, (array_i8){w[29].p, w[30].q}, (array_i8){w[31].p, w[32].q}}, (Law){(table_i8){w[33].p, w[34].q, w[35].q}, (table_i8){w[36].p, w[37].q, w[38].q}}, (BoardParameters){(table_f8){w[39].p, w[40].q, w[41].q}, (array_i8){w[42].p, w[43].q}, (array_f8){w[44].p, w[45].q}, (array_i8){w[46].p, w[47].q}, (array_i8){w[48].p, w[49].q}, (array_i8){w[50].p, w[51].q}, (array_i8){w[52].p, w[53].q}}, (ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8){(array_f8){w[54].p, w[55].q}, (array_i8){w[56].p, w[57].q}, (array_f8){w[58].p, w[59].q}, (array_i8){w[60].p, w[61].q}, (cube_i1){w[62].p, w[63].q, w[64].q * w[65].q, w[65].q}, (array_i8){w[66].p, w[67].q}, (array_i8){w[68].p, w[69].q}, (array_i8){w[70].p, w[71].q}, (array_f8){w[72].p, w[73].q}, (array_i8){w[74].p, w[75].q}}, (array_i8){w[76].p, w[77].q}, w[78].q, w[79].q);
}

EXPORTED int64_t ENTRY(first_illegal)(const word *w) {
  return first_illegal_i8i8i1i8i8i8f8i8f8i8i8i8i8((Tables_i8i8i1i8){(table_i8){w[0].p, w[1].q, w[2].q}, (cube_i8){w[3].p, w[4].q, w[5].q * w[6].q, w[6].q}, (cube_i1){w[7].p, w[8].q, w[9].q * w[10].q, w[10].q}, (array_i8){w[11].p, w[12].q}}, (table_i8){w[13].p, w[14].q, w[15].q}, (array_i8){w[16].p, w[17].q}, (BoardParameters){(table_f8){w[18].p, w[19].q, w[20].q}, (array_i8){w[21].p, w[22].q}, (array_f8){w[23].p, w[24].q}, (array_i8){w[25].p, w[26].q}, (array_i8){w[27].p, w[28].q}, (array_i8){w[29].p, w[30].q}, (array_i8){w[31].p, w[32].q}}, w[33].q, w[34].q);
}

EXPORTED int64_t ENTRY(aim)(const word *w) {
  aim_i8i8i1i8f8i8i8i8f8i8f8i8i8i8i8f8i8f8i8i1i8i8i8f8i8((Tables_i8i8i1i8){(table_i8){w[0].p, w[1].q, w[2].q}, (cube_i8){w[3].p, w[4].q, w[5].q * w[6].q, w[6].q}, (cube_i1){w[7].p, w[8].q, w[9].q * w[10].q, w[10].q}, (array_i8){w[11].p, w[12].q}}, (array_f8){w[13].p, w[14].q}, (table_i8){w[15].p, w[16].q, w[17].q}, (table_i8){w[18].p, w[19].q, w[20].q}, (array_i8){w[21].p, w[22].q}, (BoardParameters){(table_f8){w[23].p, w[24].q, w[25].q}, (array_i8){w[26].p, w[27].q}, (array_f8){w[28].p, w[29].q}, (array_i8){w[30].p, w[31].q}, (array_i8){w[32].p, w[33].q}, (array_i8){w[34].p, w[35].q}, (array_i8){w[36].p, w[37].q}}, (ThreadWorkspace_f8i8f8i8i1i8i8i8f8i8){(array_f8){w[38].p, w[39].q}, (array_i8){w[40].p, w[41].q}, (array_f8){w[42].p, w[43].q}, (array_i8){w[44].p, w[45].q}, (cube_i1){w[46].p, w[47].q, w[48].q * w[49].q, w[49].q}, (array_i8){w[50].p, w[51].q}, (array_i8){w[52].p, w[53].q}, (array_i8){w[54].p, w[55].q}, (array_f8){w[56].p, w[57].q}, (array_i8){w[58].p, w[59].q}});
  return 0;
}

EXPORTED int64_t ENTRY(lead)(const word *w) {
  lead((table_f8){w[0].p, w[1].q, w[2].q}, w[3].q != 0, (table_i8){w[4].p, w[5].q, w[6].q}, (array_i8){w[7].p, w[8].q});
  return 0;
}

EXPORTED int64_t ENTRY(observe)(const word *w) {
  observe_i8i8i1i8i8f4((Tables_i8i8i1i8){(table_i8){w[0].p, w[1].q, w[2].q}, (cube_i8){w[3].p, w[4].q, w[5].q * w[6].q, w[6].q}, (cube_i1){w[7].p, w[8].q, w[9].q * w[10].q, w[10].q}, (array_i8){w[11].p, w[12].q}}, (array_i8){w[13].p, w[14].q}, w[15].q, (table_f4){w[16].p, w[17].q, w[18].q});
  return 0;
}

EXPORTED int64_t ENTRY(strew)(const word *w) {
  return strew((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q});
}

EXPORTED int64_t ENTRY(play_and_inspect)(const word *w) {
  return play_and_inspect((array_f8){w[0].p, w[1].q}, (array_f8){w[2].p, w[3].q}, (array_f8){w[4].p, w[5].q}, w[6].q, (array_f8){w[7].p, w[8].q}, (array_i8){w[9].p, w[10].q}, (array_f8){w[11].p, w[12].q}, (array_f8){w[13].p, w[14].q}, (array_i8){w[15].p, w[16].q}, (array_f8){w[17].p, w[18].q});
}

EXPORTED int64_t ENTRY(film)(const word *w) {
  return film((array_f8){w[0].p, w[1].q}, (table_f8){w[2].p, w[3].q, w[4].q}, (table_f8){w[5].p, w[6].q, w[7].q}, (table_f8){w[8].p, w[9].q, w[10].q}, (array_f8){w[11].p, w[12].q}, (array_i8){w[13].p, w[14].q}, (array_f8){w[15].p, w[16].q}, (array_i8){w[17].p, w[18].q}, (array_f8){w[19].p, w[20].q}, (array_f8){w[21].p, w[22].q}, (table_f8){w[23].p, w[24].q, w[25].q}, (table_f8){w[26].p, w[27].q, w[28].q});
}

#ifdef SOURCES
/* The digest of the Python sources. */
EXPORTED const char *carrom_sources(void) { return SOURCES; }

/* Levels of instructions that this machine has and for which the entries are compiled, the best first. */
EXPORTED const char *carrom_levels(void) {
#ifdef IS_X86_64
  bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (has_avx2 && has_avx512) return "avx512 avx2 base";
  if (has_avx2) return "avx2 base";
#endif
  return "base";
}


/* The parameters of every entry, as JSON. */
EXPORTED const char *carrom_entries(void) {
  return "{\"carrom.board.placement.striker_spans.free_at\":[\"free_at\",\"i\",[\"<i8:1\",\"i\",\"i\",\"<i8:1\",\"<i8:1\"]],\"carrom.board.placement.striker_spans.spans\":[\"spans\",\"i\",[\"<i8:1\",\"i\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\"]],\"carrom.board.placement.disc_spots.due_places\":[\"due_places\",\"i\",[\"<i8:1\",\"i\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"i\"]],\"carrom.board.placement.disc_spots.centre_place\":[\"centre_place\",\"b\",[\"<i8:1\",\"i\",\"<i8:1\",\"i\",\"i\",\"<f8:1\",\"<i8:1\"]],\"carrom.physics.kernel.loop.play\":[\"play\",\"i\",[\"<f8:1?\",\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"i\"]],\"carrom.physics.kernel.stroke_batch.play_many\":[\"play_many\",\"n\",[\"<f8:1?\",\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<f8:2\",\"<f8:1\",\"<i8:1\",\"<i8:3\",\"<i8:1\",\"<i8:2\",\"<i8:2\",\"<i8:1\",\"<i8:1\",\"i\",\"i\",\"<i8:3\",\"<f8:2\",\"<f8:2\",\"<i8:2\"]],\"carrom.physics.kernel.stroke_batch.first_refused\":[\"first_refused\",\"i\",[\"<i8:1\",\"<i8:3\",\"<i8:1\",\"<i8:2\",\"<i8:2\",\"i\",\"i\",\"<f8:1\"]],\"carrom.physics.kernel.keyframes.write_frames\":[\"write_frames\",\"i\",[\"<f8:1?\",\"<f8:1\",\"i\",\"<f8:1\",\"<f8:1\",\"i\",\"f\",\"<f8:1\",\"<i8:1\",\"<i8:1\"]],\"carrom.engine.rollouts.kernel.try_many\":[\"try_many\",\"n\",[\"<f8:1?\",\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"<f8:1\",\"<i8:1\",\"<i8:3\",\"i\",\"<i8:1\",\"<i8:2\",\"<f8:2\",\"i\",\"i\",\"i\",\"<f8:1\",\"<i8:2\",\"<f8:1\",\"<f8:1\",\"<f8:2\",\"<f8:2\",\"<i8:2\",\"<i8:2\",\"i\",\"i\",\"<i2:1\",\"<i4:2\"]],\"carrom.engine.rollouts.kernel.foresee_men\":[\"foresee_men\",\"n\",[\"<i8:3\",\"i\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"<f8:1\",\"<f8:2\",\"<f8:2\",\"<i8:2\"]],\"carrom.engine.rollouts.kernel.survey\":[\"survey\",\"n\",[\"<i8:3\",\"<i8:1\",\"<i8:2\",\"<f8:1\",\"<f8:1\",\"<f8:1\",\"<f8:2\",\"<f8:2\",\"<i8:2\",\"<i4:2\"]],\"carrom.engine.rollouts.kernel.turn_to_player\":[\"turn_to_player\",\"n\",[\"<i8:3\",\"i\",\"i\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"<i8:1\"]],\"carrom.engine.geometry.pocketing.directs\":[\"directs\",\"i\",[\"<f8:1\",\"<f8:1\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"<f8:2\"]],\"carrom.arrays.step.step_boards\":[\"step_boards\",\"i\",[\"<f8:1?\",[\"<i8:2\",\"<i8:3\",\"<i1:3\",\"<i8:1\"],[\"<i8:3\",\"<f8:2\",\"<f8:2\",\"<i8:2\",\"<i1:2\",\"<i8:1\",\"<i8:1\"],[\"<i8:2\",\"<i8:2\"],[\"<f8:2\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\"],[\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i1:3\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\"],\"<i8:2\",\"<i8:1\",\"i\",\"i\"]],\"carrom.arrays.step.play_boards\":[\"play_boards\",\"n\",[\"<f8:1?\",[\"<i8:2\",\"<i8:3\",\"<i1:3\",\"<i8:1\"],[\"<i8:3\",\"<f8:2\",\"<f8:2\",\"<i8:2\",\"<i1:2\",\"<i8:1\",\"<i8:1\"],[\"<f8:2\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\"],[\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i1:3\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\"],\"<i8:2\",\"<i8:1\",\"i\",\"i\"]],\"carrom.arrays.step.rule_boards\":[\"rule_boards\",\"i\",[[\"<i8:2\",\"<i8:3\",\"<i1:3\",\"<i8:1\"],[\"<i8:3\",\"<f8:2\",\"<f8:2\",\"<i8:2\",\"<i1:2\",\"<i8:1\",\"<i8:1\"],[\"<i8:2\",\"<i8:2\"],[\"<f8:2\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\"],[\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i1:3\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\"],\"<i8:1\",\"i\",\"i\"]],\"carrom.arrays.striker_lines.first_illegal\":[\"first_illegal\",\"i\",[[\"<i8:2\",\"<i8:3\",\"<i1:3\",\"<i8:1\"],\"<i8:2\",\"<i8:1\",[\"<f8:2\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\"],\"i\",\"i\"]],\"carrom.arrays.striker_lines.aim\":[\"aim\",\"n\",[[\"<i8:2\",\"<i8:3\",\"<i1:3\",\"<i8:1\"],\"<f8:1\",\"<i8:2\",\"<i8:2\",\"<i8:1\",[\"<f8:2\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<i8:1\"],[\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<i1:3\",\"<i8:1\",\"<i8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\"]]],\"carrom.envs.batched.observation_rows.lead\":[\"lead\",\"n\",[\"<f8:2\",\"b\",\"<i8:2\",\"<i8:1\"]],\"carrom.envs.batched.observation_rows.observe\":[\"observe\",\"n\",[[\"<i8:2\",\"<i8:3\",\"<i1:3\",\"<i8:1\"],\"<i8:1\",\"i\",\"<f4:2\"]],\"carrom.physics.verification.random_strokes.strew\":[\"strew\",\"i\",[\"<f8:1\",\"<f8:1\"]],\"carrom.physics.verification.invariants.play_and_inspect\":[\"play_and_inspect\",\"i\",[\"<f8:1?\",\"<f8:1\",\"<f8:1\",\"i\",\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"<i8:1\",\"<f8:1\"]],\"carrom.physics.fitting.filming.film\":[\"film\",\"i\",[\"<f8:1?\",\"<f8:2\",\"<f8:2\",\"<f8:2\",\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<i8:1\",\"<f8:1\",\"<f8:1\",\"<f8:2\",\"<f8:2\"]]}";
}
#endif
