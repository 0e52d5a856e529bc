import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Whether there is a browser. Where it is missing the test is skipped, and says so; in CI it must be there. */
export function hasBrowser(context: TestContext): boolean {
  if (existsSync(executablePath)) return true;
  const reason = 'chromium IS NOT INSTALLED: no page was opened';
  if (process.env['CI'] === 'true') throw new Error(reason);
  context.skip(reason);
  return false;
}

const flags = [
  'headless',
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
];

/** Debian's Chromium, with nothing of its own to do in the network. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: flags.map((flag) => `--${flag}`),
  });
}

/** A page in a file, and what it has done that it should not. */
export interface OpenPage {
  readonly page: Page;
  /** Goes to the file with a query and a fragment, as somebody does who has got a link. */
  readonly visit: (address: string) => Promise<void>;
  /** Errors in scripts and of the policy, dialogs, and requests for anything but the file. */
  readonly misdeeds: readonly string[];
}

export async function openPage(
  browser: Browser,
  html: string,
  options: BrowserContextOptions,
  use: (open: OpenPage) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'extra-specs-page-'));
  const file = join(directory, 'page.html');
  const address = pathToFileURL(file).href;
  writeFileSync(file, html);
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000); // The machine may have other things to do.
    const misdeeds: string[] = [];
    page.on('console', (message) => misdeeds.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      misdeeds.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(address)) misdeeds.push(`request: ${request.url()}`);
    });
    const visit = async (suffix: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${address}${suffix}`);
    };
    await use({ page, visit, misdeeds });
  } finally {
    await context.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
