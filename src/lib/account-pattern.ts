/** 3 to 15 characters: a letter, then letters, digits and underscores. */
export const accountPattern = /^[a-zA-Z]\w{2,14}$/
