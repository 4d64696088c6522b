/** How far the request of a member to close the own account is. */
export const closingStates = ['waiting', 'withdrawn', 'refused', 'done'] as const

/** The most characters of an answer to it. */
export const ANSWER = 255
