/** What the name of an uploaded file may be made of. */
const VARIABLES = new Set(['topic', 'year', 'mon', 'day', 'hour', 'min', 'sec', 'filename', 'filesha1', '.suffix'])

/** What is wrong with the template of the names of uploaded files. Undefined when it is right. */
export function uploadTemplateError(
  template: string,
): { kind: 'shape' } | { kind: 'unknown'; name: string } | undefined {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !VARIABLES.has(name))
  if (unknown !== undefined) return { kind: 'unknown', name: unknown }
  const fixed = template.replaceAll(/\{[^{}]*\}/g, '')
  const right =
    /^\/storage\//.test(template) &&
    !/[{}\\?#%*:|"<>\s]/.test(fixed) &&
    !template.split('/').some((part) => part === '.' || part === '..') &&
    !template.includes('//') &&
    template.endsWith('{.suffix}') &&
    names.includes('filesha1')
  return right ? undefined : { kind: 'shape' }
}
