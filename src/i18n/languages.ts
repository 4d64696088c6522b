/** Each language has its own name as label, so that users who cannot read the current language find theirs. */
export const languages = [
  { value: 'zh-cn', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const
