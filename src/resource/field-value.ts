export type Scalar = string | number

/** An item of a list: a scalar, or an object in the fields `rows` and `pairs`. */
export type FieldItem = Scalar | { readonly [name: string]: Scalar | null | readonly Scalar[] }

/** The value of a form field. */
export type FieldValue = Scalar | null | readonly FieldItem[]
