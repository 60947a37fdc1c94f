// PNG export of a board: renders an SVG to a canvas, and that to a PNG.

import { svgOf, type Pictured } from './svg';

/** Render an SVG to a canvas of this width and height in pixels. */
export async function canvasOf(svg: string, pixels: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, pixels, pixels);
  return canvas;
}

/** Return the picture as a PNG. */
export async function pngOf(pictured: Pictured, pixels: number): Promise<Blob> {
  const canvas = await canvasOf(svgOf(pictured), pixels);
  return new Promise((made, failed) => canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('no PNG'))), 'image/png'));
}
