/** The first that fits names it: browsers call themselves by the names of older ones, too. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Browser and system in short, as far as a `User-Agent` tells; its first word for other programs, empty for none. */
export function browserName(userAgent: string): string {
  const nameIn = (names: typeof browsers) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  if (!browser) return userAgent.split(/[/\s]/, 1)[0] ?? ''
  const system = nameIn(systems)
  return system ? `${browser} · ${system}` : browser
}
