/** The first match wins: browsers also include the names of older browsers in their user agent. */
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

/**
 * Short name of browser and system, as far as the `User-Agent` contains them. For other programs it is the first word
 * of the header; for an empty header it is empty.
 */
export function browserName(userAgent: string): string {
  const nameIn = (names: typeof browsers) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  if (!browser) return userAgent.split(/[/\s]/, 1)[0] ?? ''
  const system = nameIn(systems)
  return system ? `${browser} · ${system}` : browser
}
