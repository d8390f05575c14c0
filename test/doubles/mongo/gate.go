package main

import (
	"context"
	"log"
	"net"
	"slices"
	"sync"
)

// greetings are the commands by which drivers look whether the server is there. They touch no data, and MongoDB answers
// them however much it has to do: a driver that waits for them too long gives the server up.
var greetings = []string{"hello", "ismaster"}

// gate hands commands to the server one at a time, over all connections. MongoDB changes a document in one atomic step.
// FerretDB 1 reads, changes and writes it in three, so that two concurrent compare-and-sets may both succeed.
type gate struct {
	server string
	turn   sync.Mutex
	tails  *tails
}

func newGate(server string) *gate { return &gate{server: server, tails: newTails()} }

func (g *gate) serve(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go g.relay(client)
	}
}

// relay answers the commands of one connection until either side closes it.
func (g *gate) relay(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", g.server)
	if err != nil {
		return
	}
	defer server.Close()
	open, end := context.WithCancel(context.Background())
	defer end()
	commands := make(chan *message)
	// Reads on while an answer is waited for: so that the wait ends with the connection.
	go func() {
		defer end()
		for {
			command, err := readMessage(client)
			if err != nil {
				return
			}
			select {
			case commands <- command:
			case <-open.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-open.Done():
			return
		case command := <-commands:
			answer, err := g.answer(open, server, command)
			if err != nil {
				return
			}
			if answer == nil {
				continue
			}
			if _, err := client.Write(answer.bytes); err != nil {
				return
			}
		}
	}
}

// answer is nil where a command gets none.
func (g *gate) answer(open context.Context, server net.Conn, command *message) (*message, error) {
	switch {
	case isTail(command):
		return g.beginTail(server, command)
	case g.tails.has(command):
		return g.awaitMore(open, server, command)
	default:
		answer, err := g.ask(server, command)
		g.tails.wake(command)
		return answer, err
	}
}

// ask hands a command on when it is its turn, and reads the answer.
func (g *gate) ask(server net.Conn, command *message) (*message, error) {
	if !isGreeting(command) {
		g.turn.Lock()
		defer g.turn.Unlock()
	}
	if _, err := server.Write(command.bytes); err != nil {
		return nil, err
	}
	if !command.isAnswered() {
		return nil, nil
	}
	return readMessage(server)
}

func isGreeting(command *message) bool {
	return command.code() == opQuery || slices.Contains(greetings, command.command())
}
