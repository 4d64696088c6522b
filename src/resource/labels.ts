/** The labels of relation values: by field, then by value. */
export type Labels = Record<string, Record<string, string>>
