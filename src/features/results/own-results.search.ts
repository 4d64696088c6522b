import { searchId, searchReader } from '#src/lib/search-fields.ts'

/** What the address of the page says: the link to the pupil, and the exam. */
export type OwnResultSearch = { link?: number | undefined; exam?: number | undefined }

/** Reads the address. What it does not know is left out. */
export const ownResultSearch = searchReader<OwnResultSearch>({ link: searchId, exam: searchId })
