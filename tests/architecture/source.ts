import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// Reads the product's source as text: files, imports and exports.

/** A static or dynamic import. A `typeOnly` import does not exist in the compiled code. */
export type SourceImport = { from: string; to: string; typeOnly: boolean }

const root = process.cwd()

/** All source files, without generated ones. Paths are relative to the project. */
export const files = globSync(['app/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !/routeTree\.gen|\/paraglide\//.test(file),
)

export const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

export const imports = files.flatMap(importsOf)

function importsOf(file: string): SourceImport[] {
  const text = texts.get(file) ?? ''
  const fixed = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gms)
  const dynamic = text.matchAll(/(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]\s*,?\s*\)/g)
  return [
    ...[...fixed].map(([, type, name = '']) => ({ from: file, to: resolve(file, name), typeOnly: type !== undefined })),
    ...[...dynamic].map(([, name = '']) => ({ from: file, to: resolve(file, name), typeOnly: false })),
  ]
}

function resolve(file: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name
}

/** The names that a file exports. */
export function exportsOf(file: string): string[] {
  const found = (texts.get(file) ?? '').matchAll(
    /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm,
  )
  return [...new Set([...found].map(([, name = '']) => name))]
}

/** Groups of files that all reach each other through imports (Tarjan's algorithm). Each group is sorted. */
export function circlesOf(arrows: readonly SourceImport[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of arrows) next.set(from, [...(next.get(from) ?? []), to])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      else if (!stack.includes(to)) continue
      lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(to) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) circles.push(group.sort())
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return circles
}
