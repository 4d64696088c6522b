import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'

// Playwright reads this file again in each worker. The environment variable passes the chosen path to them.
process.env.CHROMIUM_PATH ??= await findChromium()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // Each worker has its own product (e2e/support/ground.ts).
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // The time-out is for tests that hang, not for slow ones.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    video: 'off',
    actionTimeout: 30_000,
    // A trace of every test would cost a fifth of the time. For one test, `--trace on` writes it.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
  },
})
