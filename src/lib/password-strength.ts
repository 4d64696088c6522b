const common = [
  'password',
  'qwerty',
  'abc123',
  'admin',
  'letmein',
  'welcome',
  'iloveyou',
  'woaini',
  '5201314',
  '1q2w3e',
]

/**
 * The strength of a password: 0 none, 1 weak, 2 fair, 3 good, 4 strong. It is estimated from length, variety and
 * patterns.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const signs = [...password]
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const pool = [0, 10, 36, 62, 94][kinds] ?? 94
  // Repeated and consecutive characters add little: 111111, abcdef, 654321.
  const fresh = signs.filter((sign, at) => {
    const step = (sign.codePointAt(0) ?? 0) - (signs[at - 1]?.codePointAt(0) ?? -9)
    return at === 0 || Math.abs(step) > 1
  }).length
  const effective = fresh + (signs.length - fresh) / 4
  const bits = Math.min(effective, new Set(signs).size * 1.5) * Math.log2(pool)
  const lower = password.toLowerCase()
  const known = common.some((word) => lower.includes(word)) ? 20 : 0
  const left = bits - known
  return left < 28 ? 1 : left < 42 ? 2 : left < 60 ? 3 : 4
}
