// A board as pixels: a drawing as a canvas, and that as a PNG.

import { svgOf, type Pictured } from './svg';

/** An SVG drawn on a canvas so many pixels wide and high. */
export async function canvasOf(svg: string, pixels: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, pixels, pixels);
  return canvas;
}

/** The picture as a PNG. */
export async function pngOf(pictured: Pictured, pixels: number): Promise<Blob> {
  const canvas = await canvasOf(svgOf(pictured), pixels);
  return new Promise((made, failed) => canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('no PNG'))), 'image/png'));
}
