// Sound synthesis with the Web Audio API from the impacts of a stroke, without recordings. `voices.ts` has the model.
// Imported on the first press on the page, because nothing sounds before.

import { audio, wakeAudio } from './audio';
import { slideVoice, rewards, voices, type Noise, type Tone, type Voices } from './voices';
import type { Impact } from './keyframes';
import type { Seat } from '../protocol';

/** Maximum number of impacts per drawn frame, to thin out rattling. */
const TOGETHER = 6;
/** Random detuning of each impact, so that a rack of equal pieces does not ring like one. */
const SPREAD = 0.06;

export class Sound {
  private noise: AudioBuffer | null = null;
  private desk: { readonly input: AudioNode; readonly volume: GainNode } | null = null;
  private slider: { readonly source: AudioScheduledSourceNode; readonly gain: GainNode; readonly filter: BiquadFilterNode } | null = null;
  private seat: Seat | null = null;
  private count = 0;
  private before = 0;

  /** `loudness` returns the current volume, 0 … 1. */
  constructor(private readonly loudness: () => number) {}

  /** Start audio; browsers allow this only from a user gesture. */
  wake(): void {
    if (this.loudness() > 0) wakeAudio();
  }

  /** Take the nodes of this game out of the page's audio. */
  end(): void {
    this.slider?.source.stop();
    this.desk?.volume.disconnect();
    this.slider = this.desk = null;
  }

  /** Begin a stroke of a seat. The pieces of a turn are counted until a stroke pockets none or the seat changes. */
  begin(seat: Seat): void {
    if (seat !== this.seat || this.count === this.before) this.count = 0;
    this.seat = seat;
    this.before = this.count;
  }

  /** Play the impacts of one drawn frame. `pan` maps a board position to −1 (left) … 1 (right). */
  strike(impacts: readonly Impact[], pan: (impact: Impact) => number): void {
    const { heard, count } = rewards(impacts, this.count);
    this.count = count;
    const context = this.ready();
    if (!context) return;
    const loudest = [...impacts].sort((a, b) => b.strength - a.strength).slice(0, TOGETHER);
    for (const impact of loudest) this.play(context, voices(impact), pan(impact), SPREAD);
    for (const reward of heard) this.play(context, reward, 0, 0);
  }

  /** Set the sliding sound from the striker's speed (m/s); 0 is silence. */
  slide(speed: number): void {
    const context = speed > 0 ? this.ready() : null;
    if (!context) return this.hush();
    const { gain, pitch } = slideVoice(speed);
    this.slider ??= this.sliding(context);
    this.slider.gain.gain.setTargetAtTime(gain, context.currentTime, 0.02);
    this.slider.filter.frequency.setTargetAtTime(pitch, context.currentTime, 0.02);
  }

  /** Silence the sliding sound at once, when muting or stopping a replay. */
  hush(): void {
    this.slider?.gain.gain.setTargetAtTime(0, audio()?.currentTime ?? 0, 0.01);
  }

  /** Return the audio context with the volume set; null if there is nothing to hear. */
  private ready(): AudioContext | null {
    const loudness = this.loudness();
    const context = audio();
    if (loudness === 0 || !context) return null;
    this.mixing(context).volume.gain.value = loudness;
    return context;
  }

  private play(context: AudioContext, { gain, tones, noises }: Voices, pan: number, spread: number): void {
    if (gain === 0) return;
    const level = context.createGain();
    level.gain.value = gain * 1.1;
    const panner = context.createStereoPanner();
    panner.pan.value = Math.max(-0.8, Math.min(0.8, pan * 0.8));
    level.connect(panner).connect(this.mixing(context).input);
    const detune = 1 + spread * (Math.random() - 0.5);
    for (const tone of tones) this.tone(context, level, tone, detune);
    for (const noise of noises) this.burst(context, level, noise);
  }

  /** Return the master bus, created once; its compressor prevents a break of nineteen pieces from clipping. */
  private mixing(context: AudioContext): { readonly input: AudioNode; readonly volume: GainNode } {
    if (this.desk) return this.desk;
    const input = context.createDynamicsCompressor();
    input.threshold.value = -14;
    input.ratio.value = 8;
    input.attack.value = 0.002;
    input.release.value = 0.08;
    const volume = context.createGain();
    input.connect(volume).connect(context.destination);
    this.desk = { input, volume };
    return this.desk;
  }

  private tone(context: AudioContext, out: AudioNode, tone: Tone, detune: number): void {
    const oscillator = context.createOscillator();
    oscillator.frequency.value = tone.pitch * detune;
    oscillator.connect(envelope(context, out, tone));
    const from = context.currentTime + (tone.later ?? 0);
    oscillator.start(from);
    oscillator.stop(from + tone.decay * 6);
  }

  private burst(context: AudioContext, out: AudioNode, noise: Noise): void {
    const source = context.createBufferSource();
    source.buffer = this.hiss(context);
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = noise.pitch;
    filter.Q.value = noise.q;
    source.connect(filter).connect(envelope(context, out, noise));
    source.start(context.currentTime + (noise.later ?? 0), Math.random() * 0.5, noise.decay * 6);
  }

  private sliding(context: AudioContext): NonNullable<Sound['slider']> {
    const source = context.createBufferSource();
    source.buffer = this.hiss(context);
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.Q.value = 0.4;
    const gain = context.createGain();
    gain.gain.value = 0;
    source.connect(filter).connect(gain).connect(this.mixing(context).input);
    source.start();
    return { source, gain, filter };
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

function envelope(context: AudioContext, out: AudioNode, { level, decay, later = 0 }: Tone): GainNode {
  const gain = context.createGain();
  const from = context.currentTime + later;
  gain.gain.setValueAtTime(level, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + decay * 5);
  gain.connect(out);
  return gain;
}
