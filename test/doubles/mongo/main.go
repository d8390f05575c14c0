// A server of MongoDB's wire protocol for the tests: FerretDB with its SQLite handler, or over a PostgreSQL of its own
// (postgres.go), which is several times faster.
// It takes one command at a time (gate.go). It prints its URL when it listens, and ends when its standard input does: it
// never outlives the test that started it.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/url"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address and port")
	data := flag.String("data", "", "folder of the databases")
	programs := flag.String("postgres", "", "folder of the programs of PostgreSQL; without it: SQLite")
	flag.Parse()
	config := &ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Handler:   "sqlite",
		SQLiteURL: "file:" + *data + "/",
	}
	if *programs != "" {
		database, err := startPostgres(*programs, *data)
		if err != nil {
			log.Fatal(err)
		}
		defer func() {
			if err := database.stop(); err != nil {
				log.Fatal(err)
			}
		}()
		config.Handler, config.PostgreSQLURL = "postgresql", database.url
	}
	server, err := ferretdb.New(config)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); cancel() }()
	go func() {
		// Answers once the server listens.
		behind, err := url.Parse(server.MongoDBURI())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("mongodb://%s/\n", listener.Addr())
		newGate(behind.Host).serve(listener)
	}()
	if err := server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
