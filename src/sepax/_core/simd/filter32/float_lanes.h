/* Vectors of FLOATS float32 numbers: of the baseline, or of eight for AVX2.
 *
 * The maximum is exactly (x > y ? x : y) and the minimum (x < y ? x : y), as in lanes.h.
 * floats_add_product(z, x, y) is z + x y, floats_subtract_product(z, x, y) is z - x y, rounded once
 * or twice: the error bounds hold for either. floats_keep(v, bits) keeps these bits of v;
 * floats_merge(v, bits, w) also has the bits of w, which has none of them; floats_shift(v, n)
 * shifts bits up; floats_of_integers takes them for 32-bit integers. floats_if_less(a, b, x, y) is
 * x where a < b; floats_above_mask(x, y) has a bit for each lane with x > y. floats_load_pairs reads
 * FLOATS pairs in the order of `columns`; floats_load, floats_store, floats_cast(p) of float64
 * numbers, floats_cast_sums(p, q), floats_cast_differences(p, q) and floats_store_doubles(p, v) have
 * the order of memory. */
#ifndef SEPAX_FLOAT_LANES_H
#define SEPAX_FLOAT_LANES_H

#include "filter32/proxy.h"
#include "lanes.h"
#include "record.h"
#include "verdicts.h"

#include <string.h>

/* Eight bits as bytes of 0 and 1, the lowest first: PAIR_APART and PAIR_MEETS by the signs of
 * separations. Beside vectors such instructions cost next to nothing. */
LANES_INLINE uint64_t bytes_of_bits(unsigned bits)
{
    const uint64_t one_each = (bits * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return (one_each + UINT64_C(0x7F7F7F7F7F7F7F7F)) >> 7 & UINT64_C(0x0101010101010101);
}

#if defined(SIMD_AVX2) || defined(SIMD_AVX512)
#include "isa/avx2_floats.h"
#elif !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#define FLOATS 4
#define X86_FLOATS(operation) _mm_##operation##_ps
typedef __m128 floats_t;
#define floats_add_product(z, x, y) _mm_add_ps(z, _mm_mul_ps(x, y))
#define floats_subtract_product(z, x, y) _mm_sub_ps(z, _mm_mul_ps(x, y))
#define floats_magnitude(x) _mm_andnot_ps(_mm_set1_ps(-0.0f), x)
#define floats_above_mask(x, y) ((unsigned)_mm_movemask_ps(_mm_cmpgt_ps(x, y)))
#define floats_load_pairs(p) _mm_loadu_ps(p)
#define floats_narrow(front, back) _mm_movelh_ps(_mm_cvtpd_ps(front), _mm_cvtpd_ps(back))
#define floats_keep(v, bits) _mm_and_ps(v, _mm_castsi128_ps(_mm_set1_epi32((int)(bits))))
#define floats_merge(v, bits, w) _mm_or_ps(floats_keep(v, bits), w)
#define floats_shift(v, n) _mm_castsi128_ps(_mm_slli_epi32(_mm_castps_si128(v), n))
#define floats_of_integers(v) _mm_cvtepi32_ps(_mm_castps_si128(v))

LANES_INLINE __m128 floats_if_less(__m128 a, __m128 b, __m128 x, __m128 y)
{
    const __m128 mask = _mm_cmplt_ps(a, b);
    return _mm_or_ps(_mm_and_ps(mask, x), _mm_andnot_ps(mask, y));
}

LANES_INLINE void floats_store_doubles(double *p, __m128 v)
{
    _mm_storeu_pd(p, _mm_cvtps_pd(v));
    _mm_storeu_pd(p + 2, _mm_cvtps_pd(_mm_movehl_ps(v, v)));
}

LANES_INLINE float floats_largest(__m128 v)
{
    const __m128 two = _mm_max_ps(_mm_movehl_ps(v, v), v);
    return _mm_cvtss_f32(_mm_max_ss(_mm_shuffle_ps(two, two, 1), two));
}

/* column[i] has number i of so many proxies. */
LANES_INLINE void floats_columns(const float *const *row, floats_t *column)
{
    floats_t one = _mm_loadu_ps(row[0]), two = _mm_loadu_ps(row[1]);
    floats_t three = _mm_loadu_ps(row[2]), four = _mm_loadu_ps(row[3]);
    _MM_TRANSPOSE4_PS(one, two, three, four);
    column[0] = one;
    column[1] = two;
    column[2] = three;
    column[3] = four;
}

/* The coordinates of so many points about an origin. */
LANES_INLINE void floats_places(const double *first, double origin_x, double origin_y,
                                floats_t *place)
{
    const __m128d origin = _mm_setr_pd(origin_x, origin_y);
    const __m128 one = _mm_cvtpd_ps(_mm_sub_pd(_mm_loadu_pd(first), origin));
    const __m128 two = _mm_cvtpd_ps(_mm_sub_pd(_mm_loadu_pd(first + 2), origin));
    const __m128 three = _mm_cvtpd_ps(_mm_sub_pd(_mm_loadu_pd(first + 4), origin));
    const __m128 four = _mm_cvtpd_ps(_mm_sub_pd(_mm_loadu_pd(first + 6), origin));
    const __m128 front = _mm_movelh_ps(one, two), back = _mm_movelh_ps(three, four);
    place[0] = _mm_shuffle_ps(front, back, 0x88);
    place[1] = _mm_shuffle_ps(front, back, 0xDD);
}

/* Write PAIR_APART where x > error and PAIR_MEETS where x < -error; returns the bits of all others,
 * whose bytes are undefined. */
LANES_INLINE unsigned floats_verdicts(floats_t x, floats_t error, unsigned char *verdicts)
{
    const floats_t is_certain = _mm_cmpgt_ps(floats_magnitude(x), error);
    const uint32_t bytes = (uint32_t)bytes_of_bits((unsigned)_mm_movemask_ps(x));
    memcpy(verdicts, &bytes, sizeof bytes);
    return ~(unsigned)_mm_movemask_ps(is_certain) & 15u;
}

#elif !defined(SEPAX_NO_SIMD) && (defined(__aarch64__) || defined(_M_ARM64))
#define FLOATS 4
typedef float32x4_t floats_t;
#define floats_fill(s) vdupq_n_f32(s)
#define floats_load(p) vld1q_f32(p)
#define floats_largest(v) vmaxvq_f32(v)
#define floats_add(x, y) vaddq_f32(x, y)
#define floats_subtract(x, y) vsubq_f32(x, y)
#define floats_multiply(x, y) vmulq_f32(x, y)
#define floats_divide(x, y) vdivq_f32(x, y)
#define floats_root(x) vsqrtq_f32(x)
#define floats_add_product(z, x, y) vfmaq_f32(z, x, y)
#define floats_subtract_product(z, x, y) vfmsq_f32(z, x, y)
#define floats_maximum(x, y) vbslq_f32(vcgtq_f32(x, y), x, y)
#define floats_minimum(x, y) vbslq_f32(vcltq_f32(x, y), x, y)
#define floats_magnitude(x) vabsq_f32(x)
#define floats_if_less(a, b, x, y) vbslq_f32(vcltq_f32(a, b), x, y)
#define floats_store(p, v) vst1q_f32(p, v)
#define floats_load_pairs(p) vld1q_f32(p)
#define floats_narrow(front, back) vcombine_f32(vcvt_f32_f64(front), vcvt_f32_f64(back))
#define floats_keep(v, bits) \
    vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(v), vdupq_n_u32(bits)))
#define floats_merge(v, bits, w) vbslq_f32(vdupq_n_u32(bits), v, w)
#define floats_shift(v, n) vreinterpretq_f32_u32(vshlq_n_u32(vreinterpretq_u32_f32(v), n))
#define floats_of_integers(v) vcvtq_f32_s32(vreinterpretq_s32_f32(v))

LANES_INLINE unsigned floats_above_mask(float32x4_t x, float32x4_t y)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(vcgtq_f32(x, y), vld1q_u32(bits)));
}

LANES_INLINE void floats_store_doubles(double *p, float32x4_t v)
{
    vst1q_f64(p, vcvt_f64_f32(vget_low_f32(v)));
    vst1q_f64(p + 2, vcvt_high_f64_f32(v));
}

LANES_INLINE void floats_columns(const float *const *row, floats_t *column)
{
    const float32x4_t one = vld1q_f32(row[0]), two = vld1q_f32(row[1]);
    const float32x4_t three = vld1q_f32(row[2]), four = vld1q_f32(row[3]);
    const float64x2_t even = vreinterpretq_f64_f32(vtrn1q_f32(one, two));
    const float64x2_t odd = vreinterpretq_f64_f32(vtrn2q_f32(one, two));
    const float64x2_t even_too = vreinterpretq_f64_f32(vtrn1q_f32(three, four));
    const float64x2_t odd_too = vreinterpretq_f64_f32(vtrn2q_f32(three, four));
    column[0] = vreinterpretq_f32_f64(vtrn1q_f64(even, even_too));
    column[1] = vreinterpretq_f32_f64(vtrn1q_f64(odd, odd_too));
    column[2] = vreinterpretq_f32_f64(vtrn2q_f64(even, even_too));
    column[3] = vreinterpretq_f32_f64(vtrn2q_f64(odd, odd_too));
}

LANES_INLINE void floats_places(const double *first, double origin_x, double origin_y,
                                floats_t *place)
{
    const float64x2x2_t front = vld2q_f64(first), back = vld2q_f64(first + 4);
    const float64x2_t x = vdupq_n_f64(origin_x), y = vdupq_n_f64(origin_y);
    place[0] = vcombine_f32(vcvt_f32_f64(vsubq_f64(front.val[0], x)),
                            vcvt_f32_f64(vsubq_f64(back.val[0], x)));
    place[1] = vcombine_f32(vcvt_f32_f64(vsubq_f64(front.val[1], y)),
                            vcvt_f32_f64(vsubq_f64(back.val[1], y)));
}

LANES_INLINE unsigned floats_verdicts(floats_t x, floats_t error, unsigned char *verdicts)
{
    const uint32x4_t apart = vcgtq_f32(x, error);
    const uint32x4_t meets = vcltq_f32(x, vnegq_f32(error));
    const uint32x4_t wide = vaddq_u32(meets, vbicq_u32(vdupq_n_u32(PAIR_UNCERTAIN), apart));
    const uint16x4_t half = vmovn_u32(wide);
    const uint8x8_t bytes = vmovn_u16(vcombine_u16(half, half));
    const uint32_t four = vget_lane_u32(vreinterpret_u32_u8(bytes), 0);
    const uint32_t twos = four >> 1 & 0x01010101u; /* of bytes 0, 1, 2 */
    memcpy(verdicts, &four, sizeof four);
    return (twos | twos >> 7 | twos >> 14 | twos >> 21) & 15u;
}
#else
#define FLOATS 1
typedef float floats_t;
#define floats_fill(s) (s)
#define floats_load(p) (*(p))
#define floats_largest(v) (v)
#define floats_add(x, y) ((x) + (y))
#define floats_subtract(x, y) ((x) - (y))
#define floats_multiply(x, y) ((x) * (y))
#define floats_add_product(z, x, y) ((z) + (x) * (y))
#define floats_subtract_product(z, x, y) ((z) - (x) * (y))
#define floats_divide(x, y) ((x) / (y))
#define floats_root(x) sqrtf(x)
#define floats_magnitude(x) fabsf(x)
#define floats_above_mask(x, y) ((unsigned)((x) > (y)))
#define floats_if_less(a, b, x, y) ((a) < (b) ? (x) : (y))
#define floats_store(p, v) (*(p) = (v))
#define floats_load_pairs(p) (*(p))
LANES_INLINE float floats_maximum(float x, float y) { return x > y ? x : y; }
LANES_INLINE float floats_minimum(float x, float y) { return x < y ? x : y; }

LANES_INLINE float float_of_word(uint32_t word)
{
    float v;
    memcpy(&v, &word, sizeof v);
    return v;
}

LANES_INLINE uint32_t word_of_float(float v)
{
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    return word;
}

#define floats_keep(v, bits) float_of_word(word_of_float(v) & (bits))
#define floats_merge(v, bits, w) float_of_word((word_of_float(v) & (bits)) | word_of_float(w))
#define floats_shift(v, n) float_of_word(word_of_float(v) << (n))
#define floats_of_integers(v) ((float)(int32_t)word_of_float(v))
#define floats_narrow(front, back) ((float)(front))
#define floats_store_doubles(p, v) (*(p) = (v))

LANES_INLINE void floats_columns(const float *const *row, floats_t *column)
{
    memcpy(column, row[0], PROXY * sizeof *column);
}

LANES_INLINE void floats_places(const double *first, double origin_x, double origin_y,
                                floats_t *place)
{
    place[0] = (float)(first[0] - origin_x);
    place[1] = (float)(first[1] - origin_y);
}

LANES_INLINE unsigned floats_verdicts(floats_t x, floats_t error, unsigned char *verdicts)
{
    *verdicts = x > error ? PAIR_APART : (x < -error ? PAIR_MEETS : PAIR_UNCERTAIN);
    return *verdicts == PAIR_UNCERTAIN;
}
#endif

#if defined(X86_FLOATS) /* vectors of every width have these */
#define floats_fill(s) X86_FLOATS(set1)(s)
#define floats_load(p) X86_FLOATS(loadu)(p)
#define floats_add(x, y) X86_FLOATS(add)(x, y)
#define floats_subtract(x, y) X86_FLOATS(sub)(x, y)
#define floats_multiply(x, y) X86_FLOATS(mul)(x, y)
#define floats_divide(x, y) X86_FLOATS(div)(x, y)
#define floats_root(x) X86_FLOATS(sqrt)(x)
#define floats_maximum(x, y) X86_FLOATS(max)(x, y)
#define floats_minimum(x, y) X86_FLOATS(min)(x, y)
#define floats_store(p, v) X86_FLOATS(storeu)(p, v)
#endif

/* The proxies of two boxes (proxy.h): two numbers of each are given. */
#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
LANES_INLINE void write_two_proxies(const double *x, const double *y, const uint64_t *words,
                                    float *proxy)
{
    const __m128 places = _mm_unpacklo_ps(_mm_cvtpd_ps(_mm_loadu_pd(x)), _mm_cvtpd_ps(_mm_loadu_pd(y)));
    const __m128d front = _mm_castps_pd(places);
    const __m128d back = _mm_castsi128_pd(_mm_loadu_si128((const __m128i *)words));
    _mm_storeu_ps(proxy, _mm_castpd_ps(_mm_unpacklo_pd(front, back)));
    _mm_storeu_ps(proxy + PROXY, _mm_castpd_ps(_mm_unpackhi_pd(front, back)));
}
#elif !defined(SEPAX_NO_SIMD) && (defined(__aarch64__) || defined(_M_ARM64))
LANES_INLINE void write_two_proxies(const double *x, const double *y, const uint64_t *words,
                                    float *proxy)
{
    const float32x2_t both_x = vcvt_f32_f64(vld1q_f64(x)), both_y = vcvt_f32_f64(vld1q_f64(y));
    const float32x2_t back = vreinterpret_f32_u64(vld1_u64(words));
    const float32x2_t later_back = vreinterpret_f32_u64(vld1_u64(words + 1));
    vst1q_f32(proxy, vcombine_f32(vzip1_f32(both_x, both_y), back));
    vst1q_f32(proxy + PROXY, vcombine_f32(vzip2_f32(both_x, both_y), later_back));
}
#else
LANES_INLINE void write_two_proxies(const double *x, const double *y, const uint64_t *words,
                                    float *proxy)
{
    write_box_proxy(x[0], y[0], words[0], proxy);
    write_box_proxy(x[1], y[1], words[1], proxy + PROXY);
}
#endif

LANES_INLINE void write_four_proxies(const double *x, const double *y, const uint64_t *words,
                                     float *proxy)
{
    write_two_proxies(x, y, words, proxy);
    write_two_proxies(x + 2, y + 2, words + 2, proxy + 2 * PROXY);
}

#define floats_cast(p) floats_narrow(lanes_load(p), lanes_load((p) + LANES))
#define floats_cast_sums(p, q) \
    floats_narrow(lanes_add(lanes_load(p), lanes_load(q)), \
                  lanes_add(lanes_load((p) + LANES), lanes_load((q) + LANES)))
#define floats_cast_differences(p, q) \
    floats_narrow(lanes_subtract(lanes_load(p), lanes_load(q)), \
                  lanes_subtract(lanes_load((p) + LANES), lanes_load((q) + LANES)))

/* The same of proxies that lie side by side. */
LANES_INLINE void floats_adjacent(const float *first, floats_t *column)
{
    const float *row[FLOATS];
    int k;
    for (k = 0; k < FLOATS; k++)
        row[k] = first + PROXY * k;
    floats_columns(row, column);
}

#endif
