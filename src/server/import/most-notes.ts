/**
 * Maximum cells of a marked workbook that get a note. More notes make spreadsheet programs slow, and no user reads
 * them.
 */
export const MOST_NOTES = 10_000
