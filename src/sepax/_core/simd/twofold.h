/* Numbers of twice the digits.
 *
 * A sum of two float64 numbers, the lower one at most half a unit of the last place of the higher
 * (Dekker 1971; the bounds, a few units of 2^-106 each, in Joldes, Muller and Popescu, Tight and
 * rigorous error bounds for basic building blocks of double-word arithmetic, 2017). */
#ifndef SEPAX_TWOFOLD_H
#define SEPAX_TWOFOLD_H

struct twofold {
    double high, low;
};

static inline struct twofold exact_sum(double p, double q)
{
    const double sum = p + q, q_part = sum - p;
    const struct twofold result = {sum, (p - (sum - q_part)) + (q - q_part)};
    return result;
}

static inline struct twofold ordered_sum(double large, double small)
{
    const double sum = large + small;
    const struct twofold result = {sum, small - (sum - large)};
    return result;
}

static inline struct twofold exact_product(double p, double q)
{
    const double product = p * q;
    double split = 134217729.0 * p; /* 2^27 + 1: halves of 26 bits (Veltkamp) */
    const double p_high = split - (split - p), p_low = p - p_high;
    split = 134217729.0 * q;
    {
        const double q_high = split - (split - q), q_low = q - q_high;
        const struct twofold result = {
            product,
            p_low * q_low - (((product - p_high * q_high) - p_low * q_high) - p_high * q_low)};
        return result;
    }
}

static inline struct twofold twofold_sum(struct twofold p, struct twofold q)
{
    struct twofold high = exact_sum(p.high, q.high);
    const struct twofold low = exact_sum(p.low, q.low);
    high = ordered_sum(high.high, high.low + low.high);
    return ordered_sum(high.high, high.low + low.low);
}

static inline struct twofold twofold_minus(struct twofold p)
{
    const struct twofold result = {-p.high, -p.low};
    return result;
}

static inline struct twofold twofold_product(struct twofold p, struct twofold q)
{
    struct twofold product = exact_product(p.high, q.high);
    return ordered_sum(product.high, product.low + (p.high * q.low + p.low * q.high));
}

static inline struct twofold twofold_times(struct twofold p, double factor)
{
    const struct twofold product = exact_product(p.high, factor);
    return ordered_sum(product.high, product.low + p.low * factor);
}

static inline struct twofold twofold_quotient(struct twofold p, struct twofold q)
{
    const double first = p.high / q.high;
    struct twofold rest = twofold_sum(p, twofold_minus(twofold_times(q, first)));
    const double second = rest.high / q.high;
    rest = twofold_sum(rest, twofold_minus(twofold_times(q, second)));
    return twofold_sum(ordered_sum(first, second), ordered_sum(rest.high / q.high, 0.0));
}

static inline struct twofold twofold_half(struct twofold p)
{
    const struct twofold result = {0.5 * p.high, 0.5 * p.low};
    return result;
}

#endif
