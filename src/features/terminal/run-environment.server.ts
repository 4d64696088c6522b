import { isAbsolute, join } from 'node:path'

/** The name of the variable by which the processes of a run are found, wherever they have gone. */
export const RUN_MARK = 'YARDSTICK_TERMINAL_RUN'

/** What programs need of the machine. The product's own variables, and those of other services, are not among them. */
const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_CACHE_HOME|PLAYWRIGHT_BROWSERS_PATH|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO|ALL)_PROXY|npm_config_(registry|cafile|ca|cache|proxy|https?_proxy|noproxy|offline|prefer_offline|strict_ssl|globalconfig|userconfig|prefix)|npm_execpath|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|PATHEXT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES(\(X86\))?)$/i

/** What the commands need that work on the product's own database. */
const OWN_DATA = /^(DATABASE_(URL|DIRECT_URL|PREPARE)|SESSION_SECRET|HISTORY_MONTHS)$/

type Source = Readonly<Record<string, string | undefined>>

/**
 * The environment of a run.
 * @param source the environment of this process
 * @param ownData the run works on the product's own database
 */
export function runEnvironment(
  source: Source,
  { uuid, ownData, root }: { uuid: string; ownData: boolean; root: string },
): NodeJS.ProcessEnv {
  const kept = Object.entries(source).filter(([name]) => NEEDED.test(name) || (ownData && OWN_DATA.test(name)))
  const data = source.DATA_DIR || '.data'
  return {
    ...Object.fromEntries(kept),
    ...(ownData ? { DATA_DIR: isAbsolute(data) ? data : join(root, data), NODE_ENV: 'production' } : {}),
    // Nobody answers questions, and colours come although the output goes to no screen.
    CI: 'true',
    FORCE_COLOR: '1',
    [RUN_MARK]: uuid,
  }
}
