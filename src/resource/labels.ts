/** The labels of relation values, and the names of files: by field, then by value. */
export type Labels = Record<string, Record<string, string>>
