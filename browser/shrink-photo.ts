import { isWholePhoto } from "./photo-file.ts";

/** The longest side of a stored photo, in pixels. */
const MAX_SIDE = 2048;

/** The longest side of the thumbnail in the list: twice its displayed size. */
const THUMBNAIL_SIDE = 320;

const QUALITY = 0.82;

/** The most by which a pixel may differ from what was drawn. Some browsers change it by less. */
const MAX_NOISE = 8;

/**
 * Scales a photo down to the size that the server stores, and makes a thumbnail. The site and the desk send
 * the result. The original file is sent if the browser cannot read it or adds noise to what is drawn, if it is
 * damaged (so that the server reports it), and if it is smaller and of a type that the server reads.
 */
export async function shrinkPhoto(file: File): Promise<{ file: Blob; picture?: string }> {
  try {
    if (isNoisy()) return { file };
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const picture = drawn(bitmap, THUMBNAIL_SIDE).toDataURL("image/jpeg", QUALITY);
    const canvas = drawn(bitmap, MAX_SIDE);
    const isShrunk = canvas.width < bitmap.width;
    bitmap.close();
    const jpeg = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", QUALITY);
    });
    const isWhole = isWholePhoto(new Uint8Array(await file.arrayBuffer()));
    const goesAsItIs =
      !jpeg || isWhole === false || (isWhole && !isShrunk && file.size <= jpeg.size);
    return { file: goesAsItIs ? file : jpeg, picture };
  } catch {
    return { file };
  }
}

/** Returns whether the browser adds noise to what it reads from a canvas, against fingerprinting. */
function isNoisy(): boolean {
  const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = "#80808080";
  context.fillRect(0, 0, 16, 16);
  const { data } = context.getImageData(0, 0, 16, 16);
  return data.some((value) => Math.abs(value - 0x80) > MAX_NOISE);
}

function drawn(bitmap: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  // Without a context, the next line throws, and the original file is sent.
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  // A JPEG has no transparency: transparent pixels would become black, and so may be the ink on them.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, maxSide, maxSide);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
