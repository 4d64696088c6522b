/** Makes a label with the same text in both languages. */
export const label = (text: string) => ({ 'zh-cn': text, en: text })
