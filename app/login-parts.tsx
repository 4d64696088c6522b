import type { ComponentProps } from 'react'
import type { ProviderLinks } from '#src/features/providers/provider-links.tsx'
import type { Side } from '#src/lib/side.ts'
import { lazyPart } from '#src/ui/lazy.tsx'

type Props = ComponentProps<typeof ProviderLinks>

/** The captcha of a pig gateway. */
export const PigCaptchaPart = lazyPart(
  async () => (await import('#src/features/auth/pig-captcha.tsx')).PigCaptchaField,
  <span aria-hidden className="block min-h-[92px]" />,
)

// Only sites with identity providers load the code.
const Links = lazyPart(async () => (await import('#src/features/providers/provider-links.tsx')).ProviderLinks)

/** The identity providers of a login page; nothing when the site has none. */
export function otherWays(side: Side, providers: Props['providers'], to: Props['to']) {
  return providers.some((one) => one.side === side) && <Links side={side} providers={providers} to={to} />
}
