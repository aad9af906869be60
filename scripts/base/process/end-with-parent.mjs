// For `node --import` of a service: ends the service when the process that started it has ended, also by kill
// -9.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
