/** A label that reads the same in both languages. */
export const label = (text: string) => ({ 'zh-cn': text, en: text })
