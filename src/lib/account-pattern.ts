/** 3 to 15 characters, letter first, then letters, digits and underscores (specification 5). */
export const accountPattern = /^[a-zA-Z]\w{2,14}$/
