/** What a colour says about a value. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
