/** The part of a page with the form for the own password: the hash of its address. */
export const PASSWORD_PLACE = 'password'
