import { createElement, type Ref, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]
type Drawing = { name: string; size?: number; node: readonly Shape[]; aliases?: readonly string[] }
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string; ref?: Ref<SVGSVGElement> }

/**
 * Replaces lucide-react's function for icon components in the build. The markup is the same, but React renders only one
 * element, and the shapes are a text that is built once. A list has hundreds of icons.
 */
export function createLucideIcon({ name, size: box = 24, node, aliases = [] }: Drawing) {
  const shapes = { __html: node.map(shapeOf).join('') }
  const classes = ['lucide', `lucide-${name}`, ...aliases.map((alias) => `lucide-${alias}`)].join(' ')
  return function LucideIcon({ size = 24, className, ...rest }: IconProps) {
    return createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: `0 0 ${box} ${box}`,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: className ? `${classes} ${className}` : classes,
      'aria-hidden': isNamed(rest) ? undefined : 'true',
      ...rest,
      dangerouslySetInnerHTML: shapes,
    } satisfies IconProps)
  }
}

/** Nothing is escaped, because the drawings come from the package itself. */
function shapeOf([tag, { key: _, ...attributes }]: Shape): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<${tag}${pairs.join('')}></${tag}>`
}

function isNamed(props: IconProps): boolean {
  return Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role')
}
