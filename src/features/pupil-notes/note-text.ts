/** The longest note. */
export const MOST_NOTE_TEXT = 500
