/** Pixels of the longer side that an SVG is drawn with: more than any use of a picture takes. */
const PNG_SIDE = 1024;

/**
 * An SVG as the browser draws it, as PNG: with its style sheets and letters, which the server's drawing does not read.
 * Any other file, and an SVG that the browser does not draw, as it is: the server says what is wrong with it.
 */
export async function svgToPng(file: File): Promise<Blob> {
  if (file.type !== 'image/svg+xml') return file;
  try {
    const image = new Image();
    image.src = await readAsDataUrl(file);
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = PNG_SIDE / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob((png) => resolve(png ?? file), 'image/png'));
  } catch {
    return file;
  }
}

function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
