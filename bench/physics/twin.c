/* The kernel's constant-deceleration path in C, with the same algorithm and bit-identical results, to measure the cost
   of the kernel's language.

   Discs do not spin, and a disc falls when its centre crosses a pocket's circle. Names are those of src/carrom/physics,
   where the theory is explained; sums are written in the kernel's order. Events are not logged. twin.py compiles this
   with -ffp-contract=off, so that the compiler fuses no multiplications and additions. */

#include <math.h>
#include <stdint.h>

enum { LANES = 24, FEW = 5, BUDGET = 200000, ROUNDS = 100 };
enum { DISC, FRAME_X, FRAME_Y, POCKET };

static const double NEVER = 1e300, FAR = 1e3, AGES = 1e3, MARGIN = 1e-5, CLOSE = 1e-18;
static const double LEAST_SEPARATION = 1e-4, AT_REST = 1e-7, WEARY = 16.0, MOST_SEPARATION = 5e-4, RISE = 1e-4;

typedef struct {
    double drag, bounce, frame_bounce, half, pocket, patience, toil;
} World;

typedef struct {
    double x[LANES], y[LANES], ux[LANES], uy[LANES], speed[LANES], since[LANES], radius[LANES], mass[LANES];
    double stop[LANES], length[LANES], rest_x[LANES], rest_y[LANES], edge[LANES], soonest[LANES], fell[LANES];
    double touched[LANES], now_x[LANES], now_y[LANES], now_speed[LANES], gone[LANES];
    double wx[LANES], wy[LANES], qx[LANES], qy[LANES], left[LANES], horizon[LANES], beyond[LANES], row[LANES];
    double bounds[LANES][LANES];
    int64_t partner[LANES], edge_kind[LANES], stamp[LANES], exact[LANES], met[LANES];
} Board;

static inline double least(double a, double b) { return a < b ? a : b; }
static inline double size(double a) { return a > 0.0 ? a : -a; }

static void launch(Board *b, int k, double now, double drag, double vx, double vy)
{
    double v = sqrt(vx * vx + vy * vy), length = 0.0, duration = 0.0;
    b->since[k] = now;
    b->speed[k] = v;
    b->edge[k] = NEVER;
    if (v > 0.0) {
        b->ux[k] = vx / v;
        b->uy[k] = vy / v;
        duration = v / drag;
        length = 0.5 * v * duration;
    }
    b->stop[k] = now + duration;
    b->length[k] = length;
    b->rest_x[k] = b->x[k] + b->ux[k] * length;
    b->rest_y[k] = b->y[k] + b->uy[k] * length;
    b->now_x[k] = b->x[k];
    b->now_y[k] = b->y[k];
    b->now_speed[k] = v;
    b->gone[k] = 0.0;
}

static double time_of_way(const Board *b, int k, double way, double drag)
{
    double v = b->speed[k], rest = v * v - 2.0 * drag * way;
    return b->since[k] + 2.0 * way / (v + sqrt(rest > 0.0 ? rest : 0.0));
}

static void bring_to(Board *b, double now, double drag)
{
    for (int k = 0; k < LANES; k++) {
        double v = b->speed[k], dt = now - b->since[k], speed = v - drag * dt, way = (v - 0.5 * drag * dt) * dt;
        int stopped = now >= b->stop[k];
        way = stopped ? b->length[k] : way;
        b->now_speed[k] = stopped ? 0.0 : speed;
        b->gone[k] = way;
        b->now_x[k] = b->x[k] + b->ux[k] * way;
        b->now_y[k] = b->y[k] + b->uy[k] * way;
    }
}

static double way_to_pocket(double x, double y, double ux, double uy, double limit, const World *w)
{
    double radius = w->pocket, half = w->half, corner = half - 2.0 * radius;
    double end_x = x + ux * limit, end_y = y + uy * limit;
    int wide = x > corner || x < -corner || end_x > corner || end_x < -corner;
    int high = y > corner || y < -corner || end_y > corner || end_y < -corner;
    if (!(wide && high)) return limit;
    for (int pocket = 0; pocket < 4; pocket++) {
        double dx = (pocket & 1 ? half - radius : radius - half) - x;
        double dy = (pocket & 2 ? half - radius : radius - half) - y;
        double ahead = dx * ux + dy * uy;
        if (ahead > 0.0) {
            double aside = dx * uy - dy * ux, chord = radius * radius - aside * aside;
            if (chord > 0.0) limit = least(ahead - sqrt(chord), limit);
        }
    }
    return limit;
}

static void meet_edge(Board *b, const World *w, int k)
{
    b->edge[k] = NEVER;
    if (b->now_speed[k] <= 0.0) return;
    double x = b->x[k], y = b->y[k], ux = b->ux[k], uy = b->uy[k], reach = w->half - b->radius[k];
    double to_x = NEVER, to_y = NEVER;
    if (ux > 0.0) to_x = (reach - x) / ux;
    else if (ux < 0.0) to_x = (-reach - x) / ux;
    if (uy > 0.0) to_y = (reach - y) / uy;
    else if (uy < 0.0) to_y = (-reach - y) / uy;
    int kind = to_y < to_x ? FRAME_Y : FRAME_X;
    double way = to_y < to_x ? to_y : to_x;
    if (way < 0.0) way = 0.0;
    double length = b->length[k], limit = least(way, length);
    double in_hole = way_to_pocket(x, y, ux, uy, limit, w);
    if (in_hole < limit) {
        kind = POCKET;
        way = in_hole < 0.0 ? 0.0 : in_hole;
    }
    if (way < length) {
        b->edge[k] = time_of_way(b, k, way, w->drag);
        b->edge_kind[k] = kind;
    }
}

static double meet_resting(const Board *b, int mover, int rester, double when, double drag)
{
    if (when >= b->stop[mover]) return NEVER;
    double dt = when - b->since[mover], v = b->speed[mover];
    double gone = (v - 0.5 * drag * dt) * dt, speed = v - drag * dt;
    if (speed <= 0.0) return NEVER;
    double ux = b->ux[mover], uy = b->uy[mover];
    double dx = b->rest_x[rester] - (b->x[mover] + ux * gone), dy = b->rest_y[rester] - (b->y[mover] + uy * gone);
    double ahead = dx * ux + dy * uy;
    if (ahead <= 0.0) return NEVER;
    double aside = dx * uy - dy * ux, radii = b->radius[mover] + b->radius[rester];
    double chord = radii * radii - aside * aside;
    if (chord <= 0.0) return NEVER;
    double way = ahead - sqrt(chord);
    if (way < 0.0) way = 0.0;
    double rest = speed * speed - 2.0 * drag * way;
    if (rest <= 0.0) return NEVER;
    return when + 2.0 * way / (speed + sqrt(rest));
}

static double lowest_bend(double dx, double dy, double wx, double wy, double qx, double qy, double time)
{
    double qq = qx * qx + qy * qy, wq = wx * qx + wy * qy;
    double start = 2.0 * (wx * wx + wy * wy - (dx * qx + dy * qy)), end = start + time * (3.0 * qq * time - 6.0 * wq);
    if (wq > 0.0 && wq < time * qq) return start - 3.0 * wq * wq / qq;
    return least(end, start);
}

static double first_step(double gap, double slope, double bend)
{
    if (bend >= 0.0 && slope >= 0.0) return NEVER;
    double under = slope * slope - 2.0 * bend * gap;
    if (under < 0.0) return NEVER;
    if (slope < 0.0) return 2.0 * gap / (sqrt(under) - slope);
    return (slope + sqrt(under)) / (-bend);
}

static double meet_decelerating(const Board *b, int i, int j, double time, double drag)
{
    double vi = b->now_speed[i], vj = b->now_speed[j];
    double dx = b->now_x[j] - b->now_x[i], dy = b->now_y[j] - b->now_y[i];
    double wx = b->ux[j] * vj - b->ux[i] * vi, wy = b->uy[j] * vj - b->uy[i] * vi;
    double qx = drag * (b->ux[j] - b->ux[i]), qy = drag * (b->uy[j] - b->uy[i]);
    double radii = b->radius[i] + b->radius[j];
    double ww = wx * wx + wy * wy, wq = wx * qx + wy * qy, qq = qx * qx + qy * qy;
    double c0 = dx * dx + dy * dy - radii * radii, c1 = 2.0 * (dx * wx + dy * wy), c2 = ww - (dx * qx + dy * qy);
    double c3 = -wq, c4 = 0.25 * qq;
    double dip = qq > 0.0 ? wq / qq : -1.0;
    double bend_at_dip = 2.0 * c2 - 3.0 * wq * dip, bend_at_end = 2.0 * c2 + time * (6.0 * c3 + 12.0 * c4 * time);
    double t = 0.0;
    for (int round = 0; round < ROUNDS; round++) {
        double gap = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)));
        double slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4));
        double bend = 2.0 * c2 + t * (6.0 * c3 + t * 12.0 * c4);
        if (bend_at_end < bend) bend = bend_at_end;
        if (dip > t && dip < time && bend_at_dip < bend) bend = bend_at_dip;
        if (gap <= 0.0) {
            if (slope < 0.0) return t;
            gap = 0.0;
        }
        double step = first_step(gap, slope, bend);
        t += step;
        if (t > time) return NEVER;
        if (step * step * ww < CLOSE || step < 1e-15) return t;
    }
    return t;
}

static double meet(const Board *b, int i, int j, double now, double drag)
{
    if (b->now_speed[j] <= 0.0) return meet_resting(b, i, j, now, drag);
    if (b->now_speed[i] <= 0.0) return meet_resting(b, j, i, now, drag);
    double stop_i = b->stop[i], stop_j = b->stop[j], end = least(stop_i, stop_j);
    double dt = meet_decelerating(b, i, j, end - now, drag);
    if (dt < NEVER) return now + dt;
    return stop_i < stop_j ? meet_resting(b, j, i, end, drag) : meet_resting(b, i, j, end, drag);
}

static void make_ready(Board *b, double now, double drag)
{
    for (int k = 0; k < LANES; k++) {
        double speed = b->now_speed[k], mean = speed > 0.0 ? drag : 0.0, horizon = b->edge[k] - now;
        b->wx[k] = b->ux[k] * speed;
        b->wy[k] = b->uy[k] * speed;
        b->qx[k] = b->ux[k] * mean;
        b->qy[k] = b->uy[k] * mean;
        b->left[k] = speed > 0.0 ? b->stop[k] - now : AGES;
        b->horizon[k] = horizon < AGES ? horizon : AGES;
        b->beyond[k] = b->length[k] - b->gone[k];
    }
}

static void bound_all(Board *b, int p, double now)
{
    double xp = b->now_x[p], yp = b->now_y[p], wxp = b->wx[p], wyp = b->wy[p], qxp = b->qx[p], qyp = b->qy[p];
    double rp = b->radius[p], uxp = b->ux[p], uyp = b->uy[p], left_p = b->left[p], horizon_p = b->horizon[p];
    double beyond_p = b->beyond[p], rest_xp = b->rest_x[p], rest_yp = b->rest_y[p];
    for (int k = 0; k < LANES; k++) {
        double dx = b->now_x[k] - xp, dy = b->now_y[k] - yp, wx = b->wx[k] - wxp, wy = b->wy[k] - wyp;
        double qx = b->qx[k] - qxp, qy = b->qy[k] - qyp, radii = rp + b->radius[k], left_k = b->left[k];
        double time = least(left_k, left_p), horizon = least(b->horizon[k], horizon_p);
        int cut = horizon < time;
        time = cut ? horizon : time;
        double wq = wx * qx + wy * qy, qq = qx * qx + qy * qy, gap = dx * dx + dy * dy - radii * radii;
        double slope = 2.0 * (dx * wx + dy * wy), start = 2.0 * (wx * wx + wy * wy - (dx * qx + dy * qy));
        double end = start + time * (3.0 * qq * time - 6.0 * wq), bend = least(end, start);
        double dip = start - 3.0 * wq * wq / (qq + 1e-300);
        bend = (wq > 0.0) & (wq < time * qq) ? dip : bend;
        gap = gap < 0.0 ? 0.0 : gap;
        double under = slope * slope - 2.0 * bend * gap, root = sqrt(under < 0.0 ? 0.0 : under);
        int nearing = slope < 0.0;
        double upper = nearing ? 2.0 * gap : slope + root, lower = nearing ? root - slope : -bend;
        double step = upper / (lower > 0.0 ? lower : 1.0);
        int meets = (under >= 0.0) & (lower > 0.0) & (step <= time), longer = left_p > left_k;
        double ux = longer ? uxp : -b->ux[k], uy = longer ? uyp : -b->uy[k];
        double ex = longer ? b->rest_x[k] - xp : b->now_x[k] - rest_xp;
        double ey = longer ? b->rest_y[k] - yp : b->now_y[k] - rest_yp;
        double beyond = longer ? beyond_p : b->beyond[k], ahead = ex * ux + ey * uy, aside = ex * uy - ey * ux;
        int later = (ahead > 0.0) & (aside * aside < radii * radii) & (ahead < beyond + radii) & (left_p < AGES)
            & (left_k < AGES);
        double after = later & !cut ? time : NEVER, bound = meets ? step : after;
        b->row[k] = bound < NEVER ? now + bound : NEVER;
    }
}

static void bound_resting(Board *b, int p, double now, double drag)
{
    double x = b->now_x[p], y = b->now_y[p], ux = b->ux[p], uy = b->uy[p], speed = b->now_speed[p];
    double rp = b->radius[p], beyond = b->length[p] - b->gone[p];
    for (int k = 0; k < LANES; k++) {
        double dx = b->now_x[k] - x, dy = b->now_y[k] - y, radii = rp + b->radius[k];
        double ahead = dx * ux + dy * uy, aside = dx * uy - dy * ux, chord = radii * radii - aside * aside;
        double way = ahead - sqrt(chord > 0.0 ? chord : 0.0);
        way = way < 0.0 ? 0.0 : way;
        double rest = speed * speed - 2.0 * drag * way;
        double time = 2.0 * way / (speed + sqrt(rest > 0.0 ? rest : 0.0));
        int meets = (b->now_speed[k] <= 0.0) & (ahead > 0.0) & (chord > 0.0) & (way < beyond) & (rest > 0.0);
        b->row[k] = meets ? now + time : NEVER;
    }
}

static double bound_line(const Board *b, int mover, int rester, double now, double when, double drag)
{
    double ux = b->ux[mover], uy = b->uy[mover];
    double dx = b->rest_x[rester] - b->now_x[mover], dy = b->rest_y[rester] - b->now_y[mover];
    double ahead = dx * ux + dy * uy, aside = dx * uy - dy * ux, radii = b->radius[mover] + b->radius[rester];
    double chord = radii * radii - aside * aside;
    if (ahead <= 0.0 || chord <= 0.0) return NEVER;
    double way = ahead - sqrt(chord);
    if (way < 0.0) way = 0.0;
    if (way >= b->length[mover] - b->gone[mover]) return NEVER;
    double slowest = drag * (1.0 - MARGIN), speed = b->now_speed[mover], rest = speed * speed - 2.0 * slowest * way;
    double time = now + 2.0 * way / (speed + sqrt(rest > 0.0 ? rest : 0.0));
    return time > when ? time : when;
}

static void bound_pair(Board *b, int p, int k, double now, double drag)
{
    b->row[k] = NEVER;
    b->exact[p] &= ~(1LL << k);
    double uxp = b->ux[p], uyp = b->uy[p], uxk = b->ux[k], uyk = b->uy[k];
    double dx = b->now_x[k] - b->now_x[p], dy = b->now_y[k] - b->now_y[p];
    if (dx * uxp + dy * uyp <= 0.0 && dx * uxk + dy * uyk >= 0.0) return;
    double radii = b->radius[p] + b->radius[k];
    double reach = b->length[p] - b->gone[p] + b->length[k] - b->gone[k] + radii, apart = dx * dx + dy * dy;
    if (apart >= reach * reach) return;
    double stop_p = b->stop[p], stop_k = b->stop[k], end = least(stop_p, stop_k), edge = least(b->edge[p], b->edge[k]);
    int cut = edge < end;
    double time = (cut ? edge : end) - now, vp = b->now_speed[p], vk = b->now_speed[k];
    double wx = uxk * vk - uxp * vp, wy = uyk * vk - uyp * vp;
    double bend = lowest_bend(dx, dy, wx, wy, uxk * drag - uxp * drag, uyk * drag - uyp * drag, time);
    double gap = apart - radii * radii;
    double step = first_step(gap > 0.0 ? gap : 0.0, 2.0 * (dx * wx + dy * wy), bend);
    if (step <= time) b->row[k] = now + step;
    else if (!cut) b->row[k] = stop_p > stop_k ? bound_line(b, p, k, now, end, drag) : bound_line(b, k, p, now, end, drag);
}

static void bound_moving(Board *b, int n, int p, double now, double drag)
{
    for (int k = 0; k < n; k++) {
        if (k == p || !(b->now_speed[k] > 0.0)) continue;
        if (b->now_speed[p] > 0.0) {
            bound_pair(b, p, k, now, drag);
        } else {
            b->row[k] = bound_line(b, k, p, now, now, drag);
            b->exact[p] &= ~(1LL << k);
        }
    }
}

static void keep_row(Board *b, int n, int p)
{
    double soonest = NEVER;
    int partner = 0;
    for (int k = 0; k < LANES; k++) b->bounds[p][k] = b->row[k];
    for (int k = 0; k < n; k++)
        if (b->row[k] < soonest) {
            soonest = b->row[k];
            partner = k;
        }
    b->soonest[p] = soonest;
    b->partner[p] = partner;
}

static void foresee(Board *b, int n, int i, int j, double now, double drag)
{
    int moving = 0;
    for (int k = 0; k < n; k++) moving += b->now_speed[k] > 0.0;
    int crowded = moving > FEW;
    if (crowded) make_ready(b, now, drag);
    for (int p = i;; p = j) {
        b->exact[p] = 0;
        if (crowded) {
            bound_all(b, p, now);
        } else {
            b->exact[p] = -1;
            if (b->now_speed[p] > 0.0) bound_resting(b, p, now, drag);
            else
                for (int k = 0; k < LANES; k++) b->row[k] = NEVER;
            if (moving > 1 || b->now_speed[p] <= 0.0) bound_moving(b, n, p, now, drag);
        }
        b->row[p] = NEVER;
        if (p != i) b->row[i] = NEVER;
        keep_row(b, n, p);
        if (p == j) break;
    }
}

static void find_soonest(Board *b, int n, int i)
{
    double soonest = NEVER;
    int partner = 0;
    for (int k = 0; k < n; k++)
        if (b->bounds[i][k] < soonest && b->stamp[k] <= b->stamp[i]) {
            soonest = b->bounds[i][k];
            partner = k;
        }
    b->soonest[i] = soonest;
    b->partner[i] = partner;
}

static int next_event(Board *b, int n, double now, double drag, int *kind)
{
    for (;;) {
        double best = NEVER;
        int i = -1;
        *kind = DISC;
        for (int k = 0; k < n; k++) {
            if (b->soonest[k] < best) {
                best = b->soonest[k];
                i = k;
                *kind = DISC;
            }
            if (b->edge[k] < best) {
                best = b->edge[k];
                i = k;
                *kind = (int)b->edge_kind[k];
            }
        }
        if (i < 0 || *kind != DISC) return i;
        int j = (int)b->partner[i];
        if (b->stamp[j] <= b->stamp[i]) {
            if (b->exact[i] & (1LL << j)) return i;
            b->bounds[i][j] = meet(b, i, j, now, drag);
            b->exact[i] |= 1LL << j;
        }
        find_soonest(b, n, i);
    }
}

static double least_separation(Board *b, const World *w, int i, int j, int events, double closing)
{
    double over = (double)(b->met[i] < b->met[j] ? b->met[i] : b->met[j]) - w->patience;
    if (events - w->toil > over) over = events - w->toil;
    b->met[i]++;
    b->met[j]++;
    if (over <= 0.0) return LEAST_SEPARATION;
    double slowest = least(LEAST_SEPARATION * (1.0 + over / WEARY), MOST_SEPARATION);
    double elastic = least(RISE * over * over, closing);
    return elastic > slowest ? elastic : slowest;
}

static int collide(Board *b, const World *w, int i, int j, double now, int events)
{
    double xi = b->now_x[i], yi = b->now_y[i], xj = b->now_x[j], yj = b->now_y[j];
    double vix = b->ux[i] * b->now_speed[i], viy = b->uy[i] * b->now_speed[i];
    double vjx = b->ux[j] * b->now_speed[j], vjy = b->uy[j] * b->now_speed[j];
    double dx = xj - xi, dy = yj - yi, scale = 1.0 / sqrt(dx * dx + dy * dy), nx = dx * scale, ny = dy * scale;
    double closing = (vjx - vix) * nx + (vjy - viy) * ny;
    if (closing >= AT_REST) return 0;
    double mi = b->mass[i], mj = b->mass[j], parting = -w->bounce * closing;
    double slowest = least_separation(b, w, i, j, events, -closing);
    if (parting < slowest) parting = slowest;
    double reduced = mi * mj / (mi + mj), normal = (parting - closing) * reduced;
    double px = normal * nx, py = normal * ny;
    b->x[i] = xi;
    b->y[i] = yi;
    b->x[j] = xj;
    b->y[j] = yj;
    launch(b, i, now, w->drag, vix - px / mi, viy - py / mi);
    launch(b, j, now, w->drag, vjx + px / mj, vjy + py / mj);
    return 1;
}

static void bounce(Board *b, const World *w, int kind, int k, double now)
{
    double x = b->now_x[k], y = b->now_y[k], vx = b->ux[k] * b->now_speed[k], vy = b->uy[k] * b->now_speed[k];
    double reach = w->half - b->radius[k];
    if (kind == FRAME_X) {
        x = x > 0.0 ? reach : -reach;
        vx = -w->frame_bounce * vx;
    } else {
        y = y > 0.0 ? reach : -reach;
        vy = -w->frame_bounce * vy;
    }
    b->x[k] = x;
    b->y[k] = y;
    launch(b, k, now, w->drag, vx, vy);
}

static void clear(Board *b, int k)
{
    b->x[k] = FAR + 10.0 * k;
    b->y[k] = FAR;
    b->radius[k] = 0.0;
    b->mass[k] = 1.0;
}

static void note_touch(Board *b, int i, int j, double now)
{
    if (i == 0 && b->touched[j] == NEVER) b->touched[j] = now;
    if (j == 0 && b->touched[i] == NEVER) b->touched[i] = now;
}

static int play(Board *b, const World *w, int n, const double *vx, const double *vy)
{
    double drag = w->drag, now = 0.0;
    int events = 0;
    for (int k = n; k < LANES; k++) clear(b, k);
    for (int k = 0; k < LANES; k++) {
        b->ux[k] = 1.0;
        b->uy[k] = 0.0;
        b->speed[k] = b->since[k] = b->stop[k] = b->length[k] = b->now_speed[k] = b->gone[k] = 0.0;
        b->edge[k] = b->soonest[k] = b->fell[k] = b->touched[k] = NEVER;
        b->rest_x[k] = b->now_x[k] = b->x[k];
        b->rest_y[k] = b->now_y[k] = b->y[k];
        b->stamp[k] = b->met[k] = 0;
    }
    for (int k = 0; k < n; k++)
        if (vx[k] != 0.0 || vy[k] != 0.0) launch(b, k, 0.0, drag, vx[k], vy[k]);
    for (int k = 0; k < n; k++)
        if (b->now_speed[k] > 0.0) meet_edge(b, w, k);
    for (int k = 0; k < n; k++)
        if (b->now_speed[k] > 0.0) foresee(b, n, k, k, now, drag);
    for (int clock = 1; clock < BUDGET; clock++) {
        int kind, i = next_event(b, n, now, drag, &kind), j = i;
        if (i < 0) return events;
        now = kind != DISC ? b->edge[i] : b->soonest[i];
        bring_to(b, now, drag);
        b->stamp[i] = clock;
        if (kind == POCKET) {
            clear(b, i);
            launch(b, i, now, drag, 0.0, 0.0);
            b->fell[i] = now;
            b->soonest[i] = NEVER;
            events++;
            continue;
        }
        if (kind == DISC) {
            j = (int)b->partner[i];
            b->stamp[j] = clock;
            if (collide(b, w, i, j, now, events)) {
                events++;
                note_touch(b, i, j, now);
                meet_edge(b, w, i);
                meet_edge(b, w, j);
            }
        } else {
            bounce(b, w, kind, i, now);
            events++;
            meet_edge(b, w, i);
        }
        foresee(b, n, i, j, now, drag);
    }
    return -1;
}

/* Play a job of strokes x discs; write all final positions (NaN if pocketed). Return the number of events. */
int64_t twin_play(int64_t strokes, int64_t discs, const double *x, const double *y, const double *vx, const double *vy,
                  const double *radii, const double *masses, const double *world, double *rest)
{
    static Board board;
    World w = {world[0], world[1], world[2], world[3], world[4], world[5], world[6]};
    int64_t events = 0;
    for (int64_t s = 0; s < strokes; s++) {
        for (int64_t k = 0; k < discs; k++) {
            board.x[k] = x[s * discs + k];
            board.y[k] = y[s * discs + k];
            board.radius[k] = radii[k];
            board.mass[k] = masses[k];
        }
        events += play(&board, &w, (int)discs, vx + s * discs, vy + s * discs);
        for (int64_t k = 0; k < discs; k++) {
            rest[2 * (s * discs + k)] = board.fell[k] >= NEVER ? board.rest_x[k] : NAN;
            rest[2 * (s * discs + k) + 1] = board.fell[k] >= NEVER ? board.rest_y[k] : NAN;
        }
    }
    return events;
}
