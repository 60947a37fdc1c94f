// Sound synthesis with the Web Audio API from the impacts of a stroke, without recordings. A hit is a click of wood,
// the frame a duller knock, a pocket a drop into a net, and sliding filtered noise. Gain follows the impulse, pan the
// position.

import type { Impact } from './keyframes';

/** Impulse at full gain: a break at full power (µN·s). */
const LOUDEST = 90_000;
/** Impacts weaker than this are silent (µN·s). */
const FAINTEST = 40;
/** Maximum number of knocks per drawn frame, to thin out rattling. */
const TOGETHER = 6;

export class Sound {
  muted: boolean;
  /** Volume, 0 … 1. */
  volume = 0.7;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private desk: AudioNode | null = null;
  private loudness: GainNode | null = null;
  private slideGain: GainNode | null = null;

  constructor(muted: boolean) {
    this.muted = muted;
  }

  /** Start audio; browsers allow this only from a user gesture. */
  wake(): void {
    if (this.muted) return;
    if (!this.context && typeof AudioContext !== 'undefined') this.context = new AudioContext();
    if (this.context?.state === 'suspended') void this.context.resume();
  }

  /** Play the impacts of one drawn frame. `pan` maps a board position to −1 (left) … 1 (right). */
  strike(impacts: readonly Impact[], pan: (impact: Impact) => number): void {
    if (this.muted || !this.context) return;
    const loudest = [...impacts].sort((a, b) => b.strength - a.strength).slice(0, TOGETHER);
    for (const impact of loudest) {
      if (impact.strength < FAINTEST) continue;
      const gain = Math.min(1, Math.pow(impact.strength / LOUDEST, 0.6));
      const out = this.output(gain, pan(impact));
      if (impact.kind === 'disc') this.click(out, gain);
      else if (impact.kind === 'frame') this.knock(out);
      else this.drop(out);
    }
  }

  /** Set the volume of the sliding sound from the striker's speed (m/s); 0 is silence. */
  slide(speed: number): void {
    if (this.muted || !this.context) return;
    const gain = this.sliding(this.context);
    gain.gain.setTargetAtTime(Math.min(0.05, speed * 0.011), this.context.currentTime, 0.02);
  }

  /** Silence at once, when muting or stopping a replay. */
  hush(): void {
    if (this.context && this.slideGain) this.slideGain.gain.setTargetAtTime(0, this.context.currentTime, 0.01);
  }

  private output(gain: number, pan: number): AudioNode {
    const context = this.context as AudioContext;
    const volume = context.createGain();
    volume.gain.value = gain * 1.1;
    const panner = context.createStereoPanner();
    panner.pan.value = Math.max(-0.8, Math.min(0.8, pan * 0.8));
    volume.connect(panner).connect(this.mixing(context));
    return volume;
  }

  /** Return the master bus, created once; a compressor prevents a break of nineteen pieces from clipping. */
  private mixing(context: AudioContext): AudioNode {
    if (this.loudness) this.loudness.gain.value = this.volume;
    if (this.desk) return this.desk;
    const press = context.createDynamicsCompressor();
    press.threshold.value = -14;
    press.ratio.value = 8;
    press.attack.value = 0.002;
    press.release.value = 0.08;
    this.loudness = context.createGain();
    this.loudness.gain.value = this.volume;
    press.connect(this.loudness).connect(context.destination);
    this.desk = press;
    return press;
  }

  /** Wood on wood: two short partials, brighter for harder hits, plus a burst of noise. */
  private click(out: AudioNode, gain: number): void {
    const pitch = 1900 + 900 * gain + 260 * Math.random();
    this.partial(out, pitch, 0.5, 0.035);
    this.partial(out, pitch * 1.63, 0.28, 0.02);
    this.burst(out, 3200, 0.6, 0.5, 0.012);
  }

  private knock(out: AudioNode): void {
    this.partial(out, 310 + 50 * Math.random(), 0.8, 0.09);
    this.partial(out, 720, 0.3, 0.05);
    this.burst(out, 900, 0.5, 0.5, 0.03);
  }

  private drop(out: AudioNode): void {
    this.partial(out, 150, 0.9, 0.16);
    this.burst(out, 480, 0.6, 0.7, 0.07);
    for (const later of [0.09, 0.15, 0.19]) this.burst(out, 1700, 2, 0.16, 0.02, later);
  }

  private partial(out: AudioNode, pitch: number, level: number, decay: number): void {
    const context = this.context as AudioContext;
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(this.envelope(out, level, decay, 0));
    tone.start();
    tone.stop(context.currentTime + decay * 6);
  }

  private burst(out: AudioNode, pitch: number, width: number, level: number, decay: number, later = 0): void {
    const context = this.context as AudioContext;
    const source = context.createBufferSource();
    source.buffer = this.hiss(context);
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = width;
    source.connect(filter).connect(this.envelope(out, level, decay, later));
    source.start(context.currentTime + later, Math.random() * 0.5, decay * 6);
  }

  private envelope(out: AudioNode, level: number, decay: number, later: number): GainNode {
    const context = this.context as AudioContext;
    const gain = context.createGain();
    const from = context.currentTime + later;
    gain.gain.setValueAtTime(level, from);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + decay * 5);
    gain.connect(out);
    return gain;
  }

  private sliding(context: AudioContext): GainNode {
    if (this.slideGain) return this.slideGain;
    const source = context.createBufferSource();
    source.buffer = this.hiss(context);
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = 1100;
    filter.Q.value = 0.4;
    const gain = context.createGain();
    gain.gain.value = 0;
    source.connect(filter).connect(gain).connect(this.mixing(context));
    source.start();
    this.slideGain = gain;
    return gain;
  }

  private hiss(context: AudioContext): AudioBuffer {
    if (this.noise) return this.noise;
    const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    this.noise = buffer;
    return buffer;
  }
}
