/** The longest side that the server keeps, in pixels. */
const MAX_SIDE = 2048;

/** That of the picture in the list: twice what it measures there. */
const THUMBNAIL_SIDE = 320;

const QUALITY = 0.82;

/** Makes a photograph as small as the server keeps it, and a thumbnail. A file that cannot be read goes as it is. */
export async function shrinkPhoto(file: File): Promise<{ file: Blob; picture?: string }> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const picture = drawn(bitmap, THUMBNAIL_SIDE).toDataURL("image/jpeg", QUALITY);
    const canvas = drawn(bitmap, MAX_SIDE);
    bitmap.close();
    const jpeg = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", QUALITY);
    });
    return { file: jpeg && jpeg.size < file.size ? jpeg : file, picture };
  } catch {
    return { file };
  }
}

function drawn(bitmap: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser draws nothing");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
