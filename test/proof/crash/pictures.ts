import sharp from 'sharp';

/** Sides in pixels and grounds of the pictures that people upload. */
const PICTURES = [
  [48, 32, '#7c3aed'],
  [32, 48, '#0e7490'],
  [400, 40, '#b45309'],
  [40, 40, '#15803d'],
] as const;

/** Some small pictures, one of them wide enough to be stored in another size too. */
export function drawPictures(): Promise<readonly Blob[]> {
  return Promise.all(
    PICTURES.map(async ([width, height, background]) => {
      const bytes = await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer();
      return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
    }),
  );
}
