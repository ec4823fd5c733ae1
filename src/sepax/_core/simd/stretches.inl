/* Walks over many pairs, 32 at a time: records are transposed into lanes, and answers are written.
 * `transpose` is the function of the instruction set. all_loops.inl includes this file first. */

/* Which shape of a side a pair has. */
LANES_INLINE ptrdiff_t row_of(const struct pair_side *side, ptrdiff_t pair)
{
    return side->is_one ? 0 : side->index ? side->index[pair] : pair;
}

/* Transpose one side of a stretch of pairs: slot[i][k] is double i of the shape in pair start + k.
 * Only pairs that fill whole transpositions. */
LANES_INLINE void gather(const struct pair_side *side, ptrdiff_t start, int pairs,
                         double (*slot)[STRETCH])
{
    const double *const first = side->records + RECORD * start, *record[RECORDS];
    ptrdiff_t k;
    int i;
    for (k = 0; k + RECORDS <= pairs; k += RECORDS) {
        for (i = 0; i < RECORDS; i++)
            record[i] = first + RECORD * (k + i);
        transpose(record, slot, k);
    }
}

/* The same for a side with an index. */
static void gather_indexed(const struct pair_side *side, ptrdiff_t start, int pairs,
                           double (*slot)[STRETCH])
{
    const ptrdiff_t *const index = side->index + start;
    const double *record[RECORDS];
    ptrdiff_t k;
    int i;
    for (k = 0; k + RECORDS <= pairs; k += RECORDS) {
        for (i = 0; i < RECORDS; i++)
            record[i] = side->records + RECORD * index[k + i];
        transpose(record, slot, k);
    }
}

/* The rest of the last stretch, with or without an index. Lanes past the last pair repeat it. */
static void gather_last(const struct pair_side *side, ptrdiff_t start, int pairs, int chunks,
                        double (*slot)[STRETCH])
{
    const double *record[RECORDS];
    ptrdiff_t k;
    int i;
    for (k = pairs / RECORDS * RECORDS; k < CHUNK * chunks; k += RECORDS) {
        for (i = 0; i < RECORDS; i++) {
            const ptrdiff_t pair = start + (k + i < pairs ? k + i : pairs - 1);
            record[i] = side->records + RECORD * row_of(side, pair);
        }
        transpose(record, slot, k);
    }
}

/* Load a side; with one shape for all pairs the slots hold it already. gather_last is called, not
 * inlined: it would be much more code than the rest, in every loop. */
LANES_INLINE void load(const struct pair_side *side, ptrdiff_t start, int pairs, int chunks,
                       double (*slot)[STRETCH])
{
    if (side->is_one)
        return;
    if (side->index)
        gather_indexed(side, start, pairs, slot);
    else
        gather(side, start, pairs, slot);
    if (pairs < CHUNK * chunks)
        gather_last(side, start, pairs, chunks, slot);
}

/* The same shape in every pair, if it is. */
LANES_INLINE void spread(const struct pair_side *side, double (*slot)[STRETCH])
{
    ptrdiff_t k;
    int i;
    if (side->is_one)
        for (i = 0; i < RECORD; i++)
            for (k = 0; k < STRETCH; k++)
                slot[i][k] = side->records[i];
}

/* A walk over many pairs, at one stretch. Always a local variable: compilers then keep it in
 * registers. */
struct walk {
    ptrdiff_t start;            /* the first pair of the stretch */
    ptrdiff_t count, uncertain; /* all pairs; the uncertain ones before and in this stretch */
    int pairs, chunks;          /* of the stretch */
};

LANES_INLINE struct walk walk_over(ptrdiff_t count)
{
    const struct walk walk = {-STRETCH, count, 0, 0, 0};
    return walk;
}

/* Go on to the next stretch; false if there is none. */
LANES_INLINE int go_on(struct walk *walk)
{
    const ptrdiff_t start = walk->start + STRETCH, left = walk->count - start;
    if (left <= 0)
        return 0;
    walk->start = start;
    walk->pairs = left < STRETCH ? (int)left : STRETCH;
    walk->chunks = (walk->pairs + CHUNK - 1) / CHUNK;
    return 1;
}

/* The records of the two sides of a stretch. */
struct sides {
    LINE_ALIGNED double a[RECORD][STRETCH];
    double b[RECORD][STRETCH];
    int chunks;
};

LANES_INLINE struct walk begin_walk(const struct pair_batch *batch, struct sides *both)
{
    spread(&batch->a, both->a);
    spread(&batch->b, both->b);
    return walk_over(batch->count);
}

/* Load the records of the next stretch; false if there is none. */
LANES_INLINE int load_stretch(const struct pair_batch *batch, struct walk *walk,
                              struct sides *both)
{
    if (!go_on(walk))
        return 0;
    load(&batch->a, walk->start, walk->pairs, walk->chunks, both->a);
    load(&batch->b, walk->start, walk->pairs, walk->chunks, both->b);
    both->chunks = walk->chunks; /* last: stores of vectors might change it */
    return 1;
}

/* Repeat the number of the last pair behind it, up to a whole chunk. */
LANES_INLINE void fill_chunk(int pairs, int chunks, double *slot)
{
    ptrdiff_t k;
    for (k = pairs; k < CHUNK * chunks; k++)
        slot[k] = slot[pairs - 1];
}

/* Read a number for each pair, or one for all; rows are `step` apart. Fills whole chunks. */
LANES_INLINE void read_rows(const double *values, int is_one, int step, int pairs,
                            int chunks, double *slot)
{
    ptrdiff_t k;
    if (pairs == STRETCH)
        for (k = 0; k < STRETCH; k++)
            slot[k] = values[is_one ? 0 : step * k];
    else
        for (k = 0; k < pairs; k++)
            slot[k] = values[is_one ? 0 : step * k];
    fill_chunk(pairs, chunks, slot);
}

/* Prefetch the records of pairs that come RECORDS_AHEAD later. Loops with much arithmetic prefetch
 * chunk by chunk: the core would wait if the loads of a whole stretch came together. */
LANES_INLINE void prefetch_records(const struct pair_side *side, ptrdiff_t start, int pairs,
                                   ptrdiff_t count)
{
    const ptrdiff_t later = start + RECORDS_AHEAD;
    ptrdiff_t k;
    if (side->index && later + pairs <= count)
        for (k = 0; k < pairs; k++)
            prefetch(side->records + RECORD * side->index[later + k]);
    else if (!side->index && !side->is_one) /* also what belongs to the next call */
        for (k = 0; k < pairs; k++)
            prefetch(side->records + RECORD * (later + k));
}

/* The same for both sides, for some pairs from lane `first` on. */
LANES_INLINE void prefetch_later(const struct pair_batch *batch, const struct walk *walk,
                                 ptrdiff_t first, int pairs)
{
    prefetch_records(&batch->a, walk->start + first, pairs, walk->count);
    prefetch_records(&batch->b, walk->start + first, pairs, walk->count);
}

/* Write a number, or a vector, of each pair of the stretch. Whole stretches have copies of such
 * loops to themselves: with a known number of pairs these are a few vectors. */
LANES_INLINE void write_numbers(const struct walk *walk, const double *numbers, double *out)
{
    const ptrdiff_t bytes = walk->pairs * (ptrdiff_t)sizeof *out;
    out += walk->start;
    prefetch_ahead(out, bytes);
    if (walk->pairs == STRETCH)
        memcpy(out, numbers, STRETCH * sizeof *out);
    else
        memcpy(out, numbers, (size_t)bytes);
}

LANES_INLINE void write_vectors(const struct walk *walk, double (*vectors)[STRETCH], double *out)
{
    const int pairs = walk->pairs;
    ptrdiff_t k;
    out += 2 * walk->start;
    prefetch_ahead(out, 2 * pairs * (ptrdiff_t)sizeof *out);
    for (k = 0; k < pairs; k++) {
        out[2 * k] = vectors[0][k];
        out[2 * k + 1] = vectors[1][k];
    }
}

/* Write the verdicts of a stretch as bytes. */
LANES_INLINE void write_verdicts(const double *verdict, int pairs, unsigned char *verdicts)
{
    ptrdiff_t k;
    for (k = 0; k < pairs; k++)
        verdicts[k] = (unsigned char)(int)verdict[k];
}

LANES_INLINE ptrdiff_t count_verdicts(const double *verdict, int pairs, double wanted)
{
    ptrdiff_t count = 0;
    ptrdiff_t k;
    for (k = 0; k < pairs; k++)
        count += verdict[k] == wanted;
    return count;
}

/* Write the verdicts of the stretch, and count those that are uncertain. */
LANES_INLINE void write_and_count(struct walk *walk, const double *verdict, double uncertain,
                                  unsigned char *verdicts)
{
    if (walk->pairs == STRETCH) {
        write_verdicts(verdict, STRETCH, verdicts + walk->start);
        walk->uncertain += count_verdicts(verdict, STRETCH, uncertain);
    } else {
        write_verdicts(verdict, walk->pairs, verdicts + walk->start);
        walk->uncertain += count_verdicts(verdict, walk->pairs, uncertain);
    }
}

/* The points of a stretch of pairs. */
LANES_INLINE void load_points(const struct pair_side *side, ptrdiff_t start, int pairs,
                              int chunks, double (*slot)[STRETCH])
{
    const double *const first = side->records + (side->is_one || side->index ? 0 : POINT * start);
    ptrdiff_t k;
    if (side->index)
        for (k = 0; k < pairs; k++) {
            slot[CENTRE_X][k] = first[POINT * side->index[start + k]];
            slot[CENTRE_Y][k] = first[POINT * side->index[start + k] + 1];
        }
    else {
        if (!side->is_one)
            prefetch_ahead(first, POINT * pairs * (ptrdiff_t)sizeof *first);
        for (k = 0; k < pairs; k++) {
            slot[CENTRE_X][k] = first[side->is_one ? 0 : POINT * k];
            slot[CENTRE_Y][k] = first[side->is_one ? 1 : POINT * k + 1];
        }
    }
    fill_chunk(pairs, chunks, slot[CENTRE_X]);
    fill_chunk(pairs, chunks, slot[CENTRE_Y]);
}

/* The pairs from `start` on. */
LANES_INLINE struct pair_side side_from(const struct pair_side *side, ptrdiff_t start)
{
    struct pair_side rest = *side;
    if (side->index)
        rest.index += start;
    else if (!side->is_one) {
        rest.records += (side->kind == OF_POINTS ? POINT : RECORD) * start;
        rest.proxies = side->proxies ? side->proxies + PROXY * start : NULL;
        rest.places = side->places ? side->places + start : NULL;
    }
    return rest;
}

/* At most so many pairs from `start` on. */
LANES_INLINE struct pair_batch batch_from(const struct pair_batch *batch, ptrdiff_t start,
                                          ptrdiff_t most)
{
    const ptrdiff_t left = batch->count - start;
    const struct pair_batch rest = {side_from(&batch->a, start), side_from(&batch->b, start),
                                    left < most ? left : most};
    return rest;
}

LANES_INLINE struct pair_batch swap_sides(const struct pair_batch *batch)
{
    const struct pair_batch swapped = {batch->b, batch->a, batch->count};
    return swapped;
}
