import { isWholePhoto } from "./photo-file.ts";

/** The longest side that the server keeps, in pixels. */
const MAX_SIDE = 2048;

/** That of the picture in the list: twice what it measures there. */
const THUMBNAIL_SIDE = 320;

const QUALITY = 0.82;

/**
 * Makes a photograph as small as the server keeps it, and a thumbnail; the site and the desk send what it makes.
 * A file goes as it is where the browser cannot read it, where it is damaged (which the server tells), and where
 * that is less to send of what the server reads.
 */
export async function shrinkPhoto(file: File): Promise<{ file: Blob; picture?: string }> {
  try {
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

function drawn(bitmap: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  // Without one, the next line fails, and the file goes as it is.
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  // A JPEG has no transparency: what shines through would be black, as the ink on it may be.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, maxSide, maxSide);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
