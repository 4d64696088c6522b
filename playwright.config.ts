import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'
import { passwords } from './tests/support/passwords.ts'

// Playwright reads this file again in each of its workers: what is chosen once travels in the environment.
process.env.CHROMIUM_PATH ??= await findChromium()
process.env.E2E_PORT ??= freePort()
process.env.E2E_DATA_DIR ??= temporaryDirectory()

const baseURL = `http://localhost:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: 'e2e',
  // One file after the other: all of them use one product and its data, and share two cores with it.
  workers: 1,
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Of what hangs, not of what is slow.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL,
    video: 'off',
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
  },
  webServer: {
    // The built product as people run it, without npm between us and its end.
    command: `"${process.execPath}" scripts/start.ts`,
    url: `${baseURL}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      NODE_ENV: 'production',
      PORT: process.env.E2E_PORT,
      HOST: 'localhost',
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      DATABASE_DIRECT_URL: '',
      BACKEND_URL: '',
      SITE_URL: '',
      ADMIN_PASSWORD: passwords.admin,
      MEMBER_PASSWORD: passwords.member,
    },
  },
})

function freePort(): string {
  const ask =
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
  return execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim()
}

/** Only the first process comes here, and it ends after the server: then the directory is of no more use. */
function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'yardstick-e2e-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
