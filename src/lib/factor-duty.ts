/** Whether a role leaves it to those who have it to use a second factor. */
export const factorDuties = ['free', 'required'] as const

export type FactorDuty = (typeof factorDuties)[number]
