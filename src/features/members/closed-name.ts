/** The user name of an account whose person was taken out. It says nothing, and nobody else has it. */
export const closedName = (id: number) => `gone${id}`
