/** A process that takes a picture and never answers, nor hears that anything ended. */
process.on('message', () => {
  for (;;);
});
