import type { Locator } from 'playwright-core';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';

/** Pixels of the side of a code that is read. */
const CODE_PX = 600;
/** Pixels of white around it, which a code needs to be found. */
const MARGIN_PX = 40;

/** Reads a code as a phone does: from its picture. @throws Error there is no code in it */
export async function readQr(code: Locator): Promise<string> {
  const margin = { top: MARGIN_PX, bottom: MARGIN_PX, left: MARGIN_PX, right: MARGIN_PX };
  const { data, info } = await sharp(await code.screenshot({ scale: 'device' }))
    .resize(CODE_PX, CODE_PX, { kernel: 'nearest' })
    .extend({ ...margin, background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ width: info.width, height: info.height, data });
}
